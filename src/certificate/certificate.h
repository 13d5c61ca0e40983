// A certificate as it stands in its file: what each thread of a program does, after everything it can be told.
// docs/certificate.md describes the file, line by line. Nothing here is trusted: verify.h checks it.
//
// A read may fill a register of its thread instead of telling it a value. What is written then may be a term over the thread's
// registers, and what the thread asks about them stands at a node of its own, with an edge for each answer.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "trace/dependence.h"
#include "trace/event.h"
#include "trace/term.h"

namespace heddle::certificate {

inline constexpr int kVersion = 7;

enum class Kind : uint8_t {
  kUnknown,  // nobody knows what the thread does here: must never be reached
  kEvent,    // an operation, `op`, at a moment that the schedule chooses
  kCreate,   // of thread `at`; this, kJoin and kAwait happen as soon as they can
  kJoin,
  kAwait,  // sleeps until one of `until` holds
  kEnd,
  kEndProcess,  // the thread waits until no other can go on, then the process ends
  kExit,        // the process ends at once
  kFailed,      // a bug was found here
  kStopped,     // an assumption of the program does not hold: the thread goes no further
  kAsk,         // asks what `term` is; as kAwait, at once
  kFence,       // of memory `order`; likewise
};
inline constexpr const char* kKindNames[] = {"unknown",     "event", "create", "join",    "await", "end",
                                             "end-process", "exit",  "failed", "stopped", "ask",   "fence"};

// What follows if the operation tells its thread `told`.
struct Edge {
  uint64_t told = 0;
  uint64_t writes = 0;  // read-modify-writes: what is there afterwards
  uint32_t to = 0;
  bool fails = false;  // a compare-exchange that exchanges nothing
  std::string bytes;   // block accesses: what is there afterwards, byte by byte, instead of `writes`
};

struct Condition {
  Op op = Op::kRead;  // of memory: it no longer is `value`; of a lock or semaphore: it can be taken
  uint32_t length = 0;
  uint64_t at = 0;
  uint64_t value = 0;
  uint32_t register_read = 0;  // memory: the register that the last read of it has filled; 0 for none
};

// A value that is computed from registers: what it says in trace/term.h. Registers are numbered from 1 here.
struct FileTerm {
  TermOp op = TermOp::kConstant;
  uint32_t width = 0;
  uint32_t a = 0, b = 0, c = 0;  // terms with smaller numbers; 0 for none
  uint64_t value = 0;            // of a constant; the number of a register
};

struct Node {
  Kind kind = Kind::kUnknown;
  Op op = Op::kBegin;
  bool section = false;  // in an atomic section, and not its first operation
  bool plain = false;    // an access that is not atomic
  bool blind = false;    // the thread does not look at the answer
  uint32_t order =
      0;  // atomic accesses and fences: the memory order as C11 numbers them, + 1; 0 if no run has shown it
  uint32_t failure = 0;  // a compare-exchange: likewise, where it does not exchange
  uint32_t length = 0;   // memory: bytes
  uint32_t then = 0;     // what follows, of operations with one answer; 0 if nobody knows
  uint64_t at = 0;       // the address, or the thread created or joined
  uint64_t second = 0;   // as Event::second
  uint64_t value =
      0;  // write: what; blind addition: how much; choice, barrier: how many; end: its result; join: 1 if told it
  uint32_t begins = 0;   // kCreate: where the new thread begins; 0: where `roots` says
  std::string bytes;     // block writes: what, byte by byte, instead of `value`
  uint32_t fills = 0;    // the register that what is read goes into; 0: the thread is told the value
  uint32_t term = 0;     // kAsk: what is asked; write, rmw: what is written instead of `value`
  uint32_t expects = 0;  // a compare-exchange that fills a register: what it compares with; told 0 exchanged, 1 not
  std::vector<Edge> edges;
  std::vector<Condition> until;
};

// A piece of memory (kAccess), of up to 8 bytes, or a synchronisation object.
struct Cell {
  dependence::Class what = dependence::Class::kAccess;
  uint32_t length = 1;
  uint64_t at = 0;
  uint64_t value = 0;  // before the first write: memory, semaphores
  uint64_t known = 0;  // which of its bits are known
};

// Name of a kind of cell in the file.
const char* name(dependence::Class what);

inline constexpr uint64_t kContested = 1;  // added to a lock's address, as workers tell it
inline constexpr uint64_t kByBytes =
    2;  // added to a word of which some bytes are shared (those are in its highest 8 bits), likewise
inline constexpr uint64_t kEssential = 4;  // added to eight times the level of what is essential, likewise

// Which reads of the program fill registers.
inline constexpr const char* kFollowNames[] = {"nothing", "plain", "all"};

struct Certificate {
  std::vector<std::pair<std::string, std::string>> about;  // lines that describe the check, such as "program"
  // What runs have to watch to see these events: words of 8 bytes; with kContested, locks whose tries are steps.
  std::vector<uint64_t> places;
  std::vector<Cell> cells;
  std::vector<Node> nodes{1};   // number 0 is nobody
  std::vector<uint32_t> roots;  // per thread its first node, 0 for none
  std::vector<FileTerm> terms{1};
  std::vector<std::pair<ThreadId, ThreadId>> alike;  // it claims that these threads can be exchanged for each other
  Follow follows = Follow::kNothing;                 // runs that are compared with the trees do so
  bool race_free = false;                            // it claims that there are no data races
  bool ends_with_main = false;                       // kEndProcess of main does not wait for others
};

// Reads the text of a file and compares its checksum. An error says which line is wrong.
Result<Certificate> parse(std::string_view text);
// The last line of a file whose other lines are `text`.
std::string checksum_line(std::string_view text);

}  // namespace heddle::certificate
