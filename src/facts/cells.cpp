#include "facts/cells.h"

#include <algorithm>

namespace heddle::facts {

void Cells::add(const MemoryRow& row, uint32_t node) {
  const uint64_t object = row.object[1] * (uint64_t{1} << 32) + row.object[0];
  const Access access{row.offset, row.size, node, (row.flags & kStore) != 0, (row.flags & kAnywhere) != 0};
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
  written_anywhere_ = make_node();
  read_anywhere_ = make_node();
  make_edge(written_anywhere_, read_anywhere_);
  for (const Access& a : through_pointers_)
    a.store ? make_edge(a.node, written_anywhere_) : make_edge(read_anywhere_, a.node);
  for (auto& [object, variable] : variables_) join_variable(variable, make_node, make_edge);
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
    a.store ? make_edge(a.node, read_anywhere_) : make_edge(written_anywhere_, a.node);
  }
}

}  // namespace heddle::facts
