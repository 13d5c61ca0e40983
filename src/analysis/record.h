// Record: the facts of one function while they are collected, and how they become a constant of the module.
#pragma once
#include <llvm/IR/Module.h>

#include <vector>

#include "facts/format.h"

namespace heddle::analysis {

struct Site {
  llvm::Constant* position;
  facts::SiteRow row;
};

struct Record {
  uint32_t flags = 0;
  uint64_t name = 0;
  uint32_t parameters = 0;
  uint32_t nodes = facts::kFirstParameter;
  llvm::Constant* text = nullptr;
  std::vector<Site> sites;
  std::vector<facts::EdgeRow> edges;
  std::vector<facts::MemoryRow> memory;
  std::vector<uint32_t> calls;  // CallRow and arguments, as words

  uint32_t node() { return nodes++; }
  void edge(uint32_t from, uint32_t to, facts::EdgeKind kind = facts::EdgeKind::kFlow) {
    if (from != facts::kNoNode && to != facts::kNoNode && from != to) edges.push_back({from, to, kind});
  }
};

// A symbol as facts name it: those that other modules cannot see get the name of their module with it.
uint64_t hash_of(const llvm::GlobalValue& symbol);

// Puts the record into the module; together with `function`, if that may be dropped by the linker for an equal one.
llvm::GlobalVariable* emit(const Record& record, llvm::Module& module, const llvm::Function* function);

}  // namespace heddle::analysis
