// The format of facts: one record per function in section "heddle_facts" of the object file, written by the pass
// (src/analysis) and read by `read_records`. The linker joins modules: functions and variables go by a hash of their symbol,
// positions are given relative to the record, so that nothing is left for the loader to do.
//
// A record is a row of 32-bit words:
//   Header, then SiteRow × sites, EdgeRow × edges, MemoryRow × memory, then calls (CallRow and its arguments) up to the end.
// A function has nodes 0 … nodes-1; the first are its ports (see `Port`), then one per parameter, then what it has inside.
#pragma once
#include <cstdint>

namespace heddle::facts {

inline constexpr const char* kSection = "heddle_facts";
inline constexpr uint32_t kMagic = 0x33464448;  // "HDF3"
inline constexpr uint32_t kNoNode = UINT32_MAX;

enum Port : uint32_t {
  kEntry,         // the function is called
  kResult,        // what it returns
  kMayNotReturn,  // it ends otherwise: exit, abort, an exception, a failed assertion
  kOutside,       // results of functions without facts that it calls
  kFirstParameter,
};

enum RecordFlags : uint32_t {
  kAddressTaken = 1,  // may be called through a pointer
  kMayAbort = 2,      // some path in it ends otherwise than by returning
  kOpaque = 4,        // nothing is known of it: calls are as of a function without facts
  kHasLives = 16,     // has locals that others may know: that they end is noticed
  kModule = 8,        // no function: says which variables of the module are reached through pointers
};

struct Header {
  uint32_t magic, words;  // words: of the whole record
  uint32_t flags;
  uint32_t name[2];  // hash of the symbol, low half first
  int32_t text;      // where the function's name is, relative to the record
  uint32_t parameters, nodes, sites, edges, memory;
};

enum class SiteKind : uint32_t { kRead, kWrite, kUpdate, kCall, kBranch, kAbort, kDivision };

enum SiteFlags : uint32_t {
  kFixed = 1,  // an access that always touches the same memory
  kValid = 2,  // an access that cannot fail: the memory is there, whatever happens
};

struct SiteRow {
  int32_t position;  // of the __heddle_pos (runtime/abi.h), relative to the record
  SiteKind kind;
  uint32_t fixed;    // SiteFlags
  uint32_t control;  // nodes: that it happens; where (address, object); what is written; what is read
  uint32_t address, value, result;
};

enum class EdgeKind : uint32_t {
  kFlow,         // what `to` is depends on `from`
  kTermination,  // `to` comes after a loop that `from` lets go on, perhaps for ever
};

struct EdgeRow {
  uint32_t from, to;
  EdgeKind kind;
};

enum MemoryFlags : uint32_t {
  kStore = 1,
  kReached = 2,    // through pointers
  kAnywhere = 4,   // somewhere in the variable
  kLocal = 8,      // a local variable
  kFunction = 16,  // no variable: a function of another module whose address is taken here
};

// An access to memory: of variable `object` (a hash; 0 for what is reached through pointers).
struct MemoryRow {
  uint32_t object[2];
  uint32_t offset, size;
  uint32_t node;  // kNoNode: only says that the variable is reached through pointers (kReached)
  uint32_t flags;
  // What is accessed there, from the general to the particular, where the language says that others do not touch it (strict aliasing): bytes of
  // a number or pointer, its type, the field of a structure. 0: not known, nor what follows.
  uint32_t type[3];

  uint64_t name() const { return object[1] * (uint64_t{1} << 32) + object[0]; }
};

enum class Outside : uint32_t {
  kUnknown,     // may do anything with its arguments and with memory, also not return
  kKnown,       // does something with memory, and returns
  kControlled,  // the runtime's: touches no memory but the object it is about, and what its arguments say
  kComputes,    // as kKnown; nobody notices that it was called but by its result, and by what it writes
};

enum CallFlags : uint32_t {
  kCallsBack = 1,    // may call functions whose address is taken
  kTakesResult = 2,  // what it gives back may come from what a thread ended with: a join
  kGivesResult = 4,  // its arguments are what the thread ends with
};

// Calls `name`, or, if that is 0, through the pointer `target`.
struct CallRow {
  uint32_t name[2];
  uint32_t target;     // node
  uint32_t control;    // node
  uint32_t result;     // node
  uint32_t returns;    // node: the call may not have returned
  Outside outside;     // what it is if there are no facts about it
  uint32_t also;       // CallFlags, of a function without facts
  uint32_t arguments;  // how many nodes follow
};

// FNV-1a.
constexpr uint64_t hash_name(const char* text, uint64_t length, uint64_t hash = 0xcbf29ce484222325) {
  for (uint64_t i = 0; i < length; ++i) hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3;
  return hash == 0 ? 1 : hash;
}

}  // namespace heddle::facts
