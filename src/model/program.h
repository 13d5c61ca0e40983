// An abstract multithreaded program held as data: what engines are tested on, without a compiler.
//
//   Program p;                                    // int v0 = 0; two threads increment it, unsynchronised
//   p.variables = {0};
//   for (int i = 1; i <= 2; ++i) p.threads[i].body = {read(0, 0), add(0, reg(0), lit(1)), write(0, reg(0))};
//   p.threads[0].body = {create(1), create(2), join(1), join(2)};
//
// Thread 0 is main. Each thread has a few registers, which start as 0 and which no other thread sees; loops
// are bounded, so every run ends, but for `forever` and `as_long_as`. A thread is created at most once and joined only by its creator.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::model {

inline constexpr int kRegisters = 4;
inline constexpr int kMaxModelThreads = 24;

inline constexpr uint16_t kForever =
    0xffff;  // Instruction::count of a loop without a limit; some event must be in each round

// A constant or a register.
struct Value {
  bool is_register = false;
  int32_t number = 0;
  friend bool operator==(const Value&, const Value&) = default;
};
constexpr Value lit(int32_t n) { return {false, n}; }
constexpr Value reg(int n) { return {true, n}; }

enum class Compare : uint8_t { kEqual, kNotEqual, kLess, kGreater };

enum class Code : uint8_t {
  // Local: no event.
  kSet,     // target = a
  kAdd,     // target = a + b
  kMul,     // target = a * b
  kXor,     // target = a ^ b
  kIf,      // body, if `a compare b`
  kWhile,   // body, at most `count` times, as long as `a compare b`
  kAtomic,  // body, as one step: nobody comes between its events while it need not wait
  kAssert,  // a finding unless `a compare b`
  kAssume,  // the thread stops for ever unless `a compare b`
  // Thread structure. object = thread.
  kCreate,  // its r0 begins as a
  kJoin,    // target receives what it gives back
  // Accesses. object = variable; `target` (may be absent) receives the old value.
  kRead,
  kWrite,            // of a
  kFetchAdd,         // of a
  kExchange,         // for a
  kCompareExchange,  // a is expected, b is put in
  kReadBlock,        // `count` variables from this one on, as a whole; target receives their sum
  kWriteBlock,       // likewise: all of them become a
  kAwait,            // reads until `value compare b`; the thread sleeps while nothing changes
  // Life of a local, which is `count` variables from this one on. Who accesses one in between fails; what is in them stays.
  kEndLife,
  kBeginLife,
  // Locks. object = mutex; a try, a timed lock or an unlock gives `target` 1 if it succeeded. Reading makes it a reader-writer lock.
  kLock,
  kTryLock,
  kUnlock,
  kReadLock,
  kTryReadLock,
  // Others. object = condition (with `mutex`), semaphore, barrier.
  kCondWait,
  kSignal,
  kBroadcast,
  kSemWait,
  kSemTryWait,
  kSemPost,
  kBarrier,
  kChoose,  // target = a value in [0, count)
  kInput,   // likewise, of which any could come: where values are followed nothing is known of it but what is asked
  kFence,   // no choice: happens with what comes before it
  kYield,
};

struct Instruction {
  Code code = Code::kYield;
  int8_t target = -1;  // the register that receives a result; -1 for none
  uint8_t object = 0;
  uint8_t mutex = 0;  // kCondWait only
  Compare compare = Compare::kEqual;
  bool plain = false;  // kRead, kWrite: not atomic
  // kRead, kWrite, kFetchAdd, kExchange: the variable is that b places further on, counting round.
  bool indexed = false;
  bool timed =
      false;  // kLock, kReadLock, kSemWait, kCondWait: with a deadline; `target` receives 1 if it was not given up
  uint8_t order = 5;  // memory order of atomic accesses and fences, as in Event
  uint16_t count = 0;
  Value a, b;
  std::vector<Instruction> body;  // kIf, kWhile, kAtomic
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

struct Thread {
  std::vector<Instruction> body;
  bool gives = false;  // r0 to whoever joins it
  int like = -1;       // an earlier thread: if the bodies are equal, they are one function, at the same positions
  friend bool operator==(const Thread&, const Thread&) = default;
};

struct Program {
  std::vector<Thread> threads;
  std::vector<int32_t> variables;  // initial values
  int mutexes = 0;
  int recursive = -1;  // the mutex that a thread can take again; unlocking it fails in a thread that does not hold it
  int conditions = 0;
  std::vector<int32_t> semaphores;  // initial counts
  std::vector<int32_t> barriers;    // threads per round
  friend bool operator==(const Program&, const Program&) = default;
};

// Instructions by name, for programs written by hand.
Instruction set(int target, Value a);
Instruction add(int target, Value a, Value b);
Instruction when(Value a, Compare compare, Value b, std::vector<Instruction> body);
Instruction repeat(int count, std::vector<Instruction> body);
Instruction loop(int count, Value a, Compare compare, Value b, std::vector<Instruction> body);
Instruction forever(std::vector<Instruction> body);
Instruction as_long_as(Value a, Compare compare, Value b, std::vector<Instruction> body);
Instruction atomically(std::vector<Instruction> body);
Instruction check(Value a, Compare compare, Value b);
Instruction assume(Value a, Compare compare, Value b);
Instruction create(int thread);
Instruction join(int thread);
Instruction read(int target, int variable);
Instruction write(int variable, Value a);
Instruction fetch_add(int target, int variable, Value a);
Instruction exchange(int target, int variable, Value a);
Instruction compare_exchange(int target, int variable, Value expected, Value desired);
Instruction await(int target, int variable, Compare compare, Value b);
Instruction end_life(int variable, int count = 1);
Instruction begin_life(int variable, int count = 1);
Instruction on(Code code, int object, int target = -1);  // locks, signals, semaphores, barriers
Instruction cond_wait(int condition, int mutex);
Instruction choose(int target, int count);
Instruction input(int target, int bits);
Instruction fence(int order);
Instruction plain(Instruction access);
Instruction ordered(Instruction access, int order);

// A program of `workers` threads that main creates and then joins; `after` is what main does last.
Program fork_join(std::vector<std::vector<Instruction>> workers, std::vector<Instruction> after = {});

// The order of a compare-exchange that finds another value: that of success without its releasing part.
constexpr uint8_t failure_order(uint8_t success) { return success == 4 ? 2 : success == 3 ? 0 : success; }

int size(const Program& program);             // instructions, nested ones included
std::string to_text(const Program& program);  // as data, one instruction a line

}  // namespace heddle::model
