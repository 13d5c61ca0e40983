// Model: a certificate that was found to be well formed, with every operation bound to the cells it touches.
//
// Well formed: each thread is a tree in which children have larger numbers than their parents; memory cells do not
// overlap; an access is inside one cell; an operation has the kind of object that it needs; answers differ.
//
// Nodes with the same future are one node here: what a thread was told only matters as far as it goes on differently.
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/thread_set.h"
#include "certificate/certificate.h"

namespace heddle::certificate {

inline constexpr uint32_t kNoCell = UINT32_MAX;

// Where an access is: bits `mask << shift` of a memory cell's value.
struct Place {
  uint32_t cell = kNoCell;
  uint8_t shift = 0;
  uint64_t mask = ~uint64_t{0};
};

struct BoundNode : Node {
  Place place;                       // accesses, futex operations, kOnceLeave: the memory
  uint32_t object = kNoCell;         // synchronisation: the object
  uint32_t mutex = kNoCell;          // of a condition wait
  std::vector<uint32_t> covers;      // kWrite: objects that it makes anew; kFree: everything that is gone
  std::vector<Place> watched;        // for each of `until`: memory, or the object as a cell

  template <class F>
  void for_each_cell(F&& f) const {
    for (uint32_t c : {place.cell, object, mutex})
      if (c != kNoCell) f(c);
    for (uint32_t c : covers) f(c);
    for (const Place& p : watched) f(p.cell);
  }
};

struct Model {
  std::vector<BoundNode> nodes;
  std::vector<Cell> cells;
  std::vector<uint32_t> roots;
  std::vector<ThreadSet> users;      // per cell: the threads that touch it anywhere
  bool race_free = false;
  bool ends_with_main = false;
};

// An error says what is not well formed.
Result<Model> bind(const Certificate& certificate);

// Operations whose answer the thread is told.
bool tells(Op op);

}  // namespace heddle::certificate
