// Memory as nodes: a write goes into the nodes of the bytes it may touch, a read comes out of them.
//
// Variables whose addresses go nowhere have nodes of their own, one per group of bytes that are accessed together. All others, and
// what is on the heap, may be reached through any pointer that accesses the same type (MemoryRow::type). Types form a tree: what is
// read as a type was written as the same type, as one that it is part of (down from there), or as one that is part of it (up from there).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
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
  uint32_t written_anywhere() const { return types_.at({}).written; }
  uint32_t read_anywhere() const { return types_.at({}).read; }

 private:
  using Type = std::array<uint32_t, 3>;
  struct Access {
    uint32_t offset, size, node;
    bool store, anywhere;
    Type type;
  };
  struct TypeNodes {
    uint32_t written, read, up, down;
  };
  struct Variable {
    std::vector<Access> accesses;
    bool defined = false, reached = false;
  };

  const TypeNodes& nodes_of(const Type& type, const MakeNode& make_node, const MakeEdge& make_edge);
  void join_variable(Variable& variable, const MakeNode& make_node, const MakeEdge& make_edge);

  std::unordered_map<uint64_t, Variable> variables_;
  std::vector<Access> through_pointers_;
  std::map<Type, TypeNodes> types_;  // of what is reached through pointers, variables included
};

}  // namespace heddle::facts
