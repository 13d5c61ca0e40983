#include "facts/cells.h"

#include <algorithm>

namespace heddle::facts {

void Cells::add(const MemoryRow& row, uint32_t node) {
  const uint64_t object = row.name();
  const Access access{row.offset,
                      row.size,
                      node,
                      (row.flags & kStore) != 0,
                      (row.flags & kAnywhere) != 0,
                      {row.type[0], row.type[1], row.type[2]}};
  if (object == 0) {
    through_pointers_.push_back(access);
    return;
  }
  Variable& variable = variables_[object];
  if (row.flags & kReached) variable.reached = true;
  // A row without a node comes from the module that has the variable, or that hands its address on.
  if (node == kNoNode || (row.flags & kLocal)) variable.defined = true;
  if (node == kNoNode) return;
  variable.accesses.push_back(access);
}

void Cells::join(const MakeNode& make_node, const MakeEdge& make_edge) {
  nodes_of({}, make_node, make_edge);
  for (const Access& a : through_pointers_) {
    const TypeNodes& type = nodes_of(a.type, make_node, make_edge);
    a.store ? make_edge(a.node, type.written) : make_edge(type.read, a.node);
  }
  for (auto& [object, variable] : variables_) join_variable(variable, make_node, make_edge);
}

const Cells::TypeNodes& Cells::nodes_of(const Type& type, const MakeNode& make_node, const MakeEdge& make_edge) {
  if (const auto known = types_.find(type); known != types_.end()) return known->second;
  const TypeNodes made{make_node(), make_node(), make_node(), make_node()};
  types_.emplace(type, made);
  make_edge(made.written, made.up);
  make_edge(made.written, made.down);
  make_edge(made.up, made.read);
  make_edge(made.down, made.read);
  if (type != Type{}) {
    Type whole = type;
    *std::find_if(whole.rbegin(), whole.rend(), [](uint32_t part) { return part != 0; }) = 0;
    const TypeNodes outer = nodes_of(whole, make_node, make_edge);
    make_edge(made.up, outer.up);
    make_edge(outer.down, made.down);
  }
  return types_.at(type);
}

void Cells::join_variable(Variable& variable, const MakeNode& make_node, const MakeEdge& make_edge) {
  if (!variable.defined) variable.reached = true;  // it belongs to code without facts
  std::vector<Access>& accesses = variable.accesses;
  std::sort(accesses.begin(), accesses.end(), [](const Access& a, const Access& b) { return a.offset < b.offset; });
  const bool whole = std::any_of(accesses.begin(), accesses.end(), [](const Access& a) { return a.anywhere; });
  uint32_t cell = kNoNode;
  uint64_t end = 0;  // of the bytes of `cell`
  for (const Access& a : accesses) {
    if (cell == kNoNode || (!whole && a.offset >= end)) {
      cell = make_node();
      end = 0;
    }
    end = std::max(end, uint64_t{a.offset} + a.size);
    a.store ? make_edge(a.node, cell) : make_edge(cell, a.node);
    if (!variable.reached) continue;
    const TypeNodes& type = nodes_of(a.type, make_node, make_edge);
    a.store ? make_edge(a.node, type.written) : make_edge(type.read, a.node);
  }
}

}  // namespace heddle::facts
