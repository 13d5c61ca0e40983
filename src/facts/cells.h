// Memory as nodes: a write goes into the nodes of the bytes it may touch, a read comes out of them.
//
// Variables whose addresses go nowhere have nodes of their own, one per group of bytes that are accessed together. All others, and
// what is on the heap, may be reached through any pointer.
#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "facts/record_reader.h"

namespace heddle::facts {

class Cells {
 public:
  // `node` of the row is one of the whole program.
  void add(const MemoryRow& row, uint32_t node);

  // A new node; an edge through memory.
  using MakeNode = std::function<uint32_t()>;
  using MakeEdge = std::function<void(uint32_t from, uint32_t to)>;
  // Everything was added.
  void join(const MakeNode& make_node, const MakeEdge& make_edge);

  // What may be written through pointers, and what may be read: for code that is not known. After `join`.
  uint32_t written_anywhere() const { return written_anywhere_; }
  uint32_t read_anywhere() const { return read_anywhere_; }

 private:
  struct Access {
    uint32_t offset, size, node;
    bool store, anywhere;
  };
  struct Variable {
    std::vector<Access> accesses;
    bool defined = false, reached = false;
  };

  void join_variable(Variable& variable, const MakeNode& make_node, const MakeEdge& make_edge);

  std::unordered_map<uint64_t, Variable> variables_;
  std::vector<Access> through_pointers_;
  uint32_t written_anywhere_ = kNoNode;  // writes through pointers go here
  uint32_t read_anywhere_ =
      kNoNode;  // reads through pointers come from here: those writes, and all of variables that are reached
};

}  // namespace heddle::facts
