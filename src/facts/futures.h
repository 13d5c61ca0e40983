// Futures: what a thread that stands somewhere may still do (future_format.h), read from an executable, by name, place and position.
#pragma once
#include <span>
#include <unordered_map>
#include <vector>

#include "facts/future_format.h"
#include "facts/record_reader.h"

namespace heddle::facts {

struct FutureItem {
  uint32_t function, item;
};

class Futures {
 public:
  // False, with nothing in it, if a section is damaged.
  bool read(const std::vector<Section>& sections);
  void add(FutureFunction function);  // for tests; then `index`
  void add_virtual(const VirtualRow& row) { virtuals_.push_back(row); }
  bool index();

  size_t modules() const { return modules_; }
  std::span<const FutureFunction> functions() const { return functions_; }
  const FutureFunction* by_record(uint64_t record) const;
  const FutureFunction* by_code(uint64_t code) const;
  // Those of this name; one of them is meant.
  std::span<const uint32_t> named(uint64_t name) const;
  const FutureItem* at(uint64_t position) const;
  // Whom a call through a pointer may reach.
  template <class Visit>
  void for_each_indirect(const ItemRow& item, Visit visit) const {
    if (item.flags & kVirtual)
      for (const VirtualRow& v : virtuals_)
        if (v.place == item.bytes && (!(item.flags & kThreadState) || v.thread_state))
          for (uint32_t f : named(v.name[0] | uint64_t{v.name[1]} << 32)) visit(functions_[f]);
    if (item.flags & kThreadState) return;
    for (const VirtualRow& v : virtuals_)
      if (v.place == UINT32_MAX)
        for (uint32_t f : named(v.name[0] | uint64_t{v.name[1]} << 32))
          if (item.arguments == UINT32_MAX || functions_[f].parameters == item.arguments) visit(functions_[f]);
  }
  // Not to be reached through pointers.
  bool is_named_only(uint64_t address) const;
  bool variable_at(uint64_t address, uint64_t& begin, uint64_t& end) const;

 private:
  bool read_record(const Section& section, size_t at, size_t words);

  struct Variable {
    uint64_t begin, end;
    bool reached;
  };
  const Variable* find_variable(uint64_t address) const;
  std::vector<FutureFunction> functions_;
  std::vector<VirtualRow> virtuals_;
  std::vector<Variable> variables_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_name_;
  std::unordered_map<uint64_t, uint32_t> by_record_, by_code_;
  std::unordered_map<uint64_t, FutureItem> by_position_;
  size_t modules_ = 0;
};

}  // namespace heddle::facts
