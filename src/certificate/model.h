// Model: a certificate that was found to be well formed, with every operation bound to the cells it touches.
//
// Well formed: each thread is a tree in which children have larger numbers than their parents; memory cells do not
// overlap; all memory that is accessed is in cells; an operation has the kind of object that it needs; answers differ.
//
// Nodes with the same future are one node here: what a thread was told only matters as far as it goes on differently. Joins with
// nothing between them are one join of several threads.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_set.h"
#include "certificate/certificate.h"
#include "certificate/expression.h"

namespace heddle::certificate {

inline constexpr uint32_t kNoCell = UINT32_MAX;

// A part of an access: these bytes of a memory cell.
struct Part {
  uint32_t cell = kNoCell;
  uint32_t first = 0;
  uint32_t length = 0;
};
// Where an access is, from its first byte to its last.
using Place = std::vector<Part>;

// Writes have their bytes in `bytes`, and the edges of read-modify-writes too, whether they are blocks or not.
struct BoundNode : Node {
  Place place;                // accesses, futex operations, kOnceLeave: the memory
  uint32_t object = kNoCell;  // synchronisation: the object; kRead: the semaphore whose count it looks at, if it does
  uint32_t mutex = kNoCell;   // of a condition wait
  std::vector<uint32_t> covers;  // kWrite: objects that it makes anew; kFree: everything that is gone
  std::vector<Place> watched;    // for each of `until`: memory, or the object as a part
  std::vector<ThreadId> joins;   // kJoin without a result: everybody who must have ended, in order
  // `term` and `expects`. Registers are told from how many were filled since; of a read-modify-write it has filled its own.
  ExpressionId writes_or_asks = 0, compares_with = 0;
  std::vector<uint32_t> live;  // registers that somebody will look at from here on, likewise, rising
  std::vector<uint32_t>
      read_before;  // for each of `until`: the register that holds what was read, likewise, + 1; 0 for none

  template <class F>
  void for_each_cell(F&& f) const {
    for (uint32_t c : {object, mutex})
      if (c != kNoCell) f(c);
    for (const Part& p : place) f(p.cell);
    for (uint32_t c : covers) f(c);
    for (const Place& place : watched)
      for (const Part& p : place) f(p.cell);
  }
};

struct Model {
  explicit Model(const Certificate& c) : expressions(c.terms) {}

  std::vector<BoundNode> nodes;
  std::vector<Cell> cells;
  std::vector<uint32_t> roots;
  std::vector<ThreadSet> users;  // per cell: the threads that touch it anywhere
  Expressions expressions;
  std::vector<uint32_t> slots;                // per thread: registers that are live at a time, at most
  std::vector<std::vector<ThreadId>> groups;  // threads that can be exchanged for each other, see alike.h
  bool race_free = false;
  // That is claimed, and somebody looks at what others did without synchronising: accesses that are never made at the same time may race
  // as well. `handing`: the addresses of what orders accesses.
  bool watches = false;
  std::vector<uint64_t> handing;
  bool ends_with_main = false;
  bool has_inputs = false;
  bool has_begins = false;  // locals begin where the lives of others ended
  std::vector<std::vector<bool>>
      touched_later;  // with inputs: per node and cell, whether somebody may touch it from there on
};

// An error says what is not well formed.
Result<Model> bind(const Certificate& certificate);

// Operations whose answer the thread is told; and whether it is at this node, or goes into a register.
bool tells(Op op);
bool tells(const Node& n);

// Does the operation look at what others did, or do something for them to look at, without synchronising?
bool observes_without_order(const BoundNode& n);

// Between the bytes of an access and the number that says them: themselves up to 8, then a hash.
std::string bytes_of(uint64_t number, uint32_t length);
uint64_t number_of(const std::string& bytes);

}  // namespace heddle::certificate
