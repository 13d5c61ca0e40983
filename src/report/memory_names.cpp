#include "report/memory_names.h"

#include <algorithm>
#include <cstdlib>

namespace heddle {
namespace {

constexpr uint64_t kStackReach = 8 << 20;  // how far from a frame its stack may go on

uint64_t number_at(const std::string& text, size_t& at) {
  uint64_t value = 0;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9')
    value = value * 10 + static_cast<uint64_t>(text[at++] - '0');
  return value;
}

size_t closing(const std::string& text, size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    depth += text[at] == '{' || text[at] == '[';
    depth -= text[at] == '}' || text[at] == ']';
    if (depth == 0) return at + 1;
  }
  return at;
}

}  // namespace

std::string part_of(const std::string& layout, uint64_t offset, uint32_t length) {
  std::string part;
  const uint64_t bytes = std::max(length, 1u);
  for (size_t at = 0; at < layout.size();) {
    if (length == 0 && offset == 0) return part;
    if (layout[at] == '[') {
      const uint64_t size = number_at(layout, ++at);
      if (size == 0 || offset % size + bytes > size) return part;  // more than one element
      part += "[" + std::to_string(offset / size) + "]";
      offset %= size;
      continue;
    }
    if (layout[at] != '{') return part;
    bool found = false;
    for (++at; !found && at < layout.size() && layout[at] != '}';) {
      const uint64_t begin = number_at(layout, at);
      const uint64_t size = number_at(layout, ++at);
      const size_t name = ++at;
      at = std::min(layout.find_first_of("[{;", at), layout.size());
      if (offset >= begin && offset + bytes <= begin + size) {
        part += "." + layout.substr(name, at - name);
        offset -= begin;
        found = true;
      } else {
        if (at < layout.size() && layout[at] != ';') at = closing(layout, at);
        ++at;
      }
    }
    if (!found) return part;
  }
  return part;
}

void MemoryNames::follow(size_t event) {
  current_ = run_.events[event].thread;
  if (!run_.event_stack(event).empty()) latest_[current_] = event;
}

std::string MemoryNames::local(ThreadId thread, uint64_t address, uint32_t length) {
  const auto latest = latest_.find(thread);
  if (latest == latest_.end()) return {};
  const auto frames = run_.event_stack(latest->second), bases = run_.event_bases(latest->second);
  for (size_t i = 0; i < bases.size(); ++i) {
    const LocalVariable* best = nullptr;
    for (const LocalVariable& variable : symbolizer_.locals(frames[i])) {
      const uint64_t begin = bases[i] + static_cast<uint64_t>(variable.offset);
      if (address < begin || address - begin >= variable.size) continue;
      // Variables of different blocks, and what has no name, may share a place: the one declared last before the line
      // that is reached.
      const auto declared = [&](const SourcePlace& at) { return at.file == variable.file && at.line >= variable.line; };
      const auto& reached = symbolizer_.frames(frames[i]);
      if (std::none_of(reached.begin(), reached.end(), declared)) continue;
      if (best == nullptr || variable.line > best->line) best = &variable;
    }
    if (best == nullptr) continue;
    const uint64_t offset = address - bases[i] - static_cast<uint64_t>(best->offset);
    return best->name + part_of(best->layout, offset, length);
  }
  return {};
}

std::string MemoryNames::variable(uint64_t address, uint32_t length) {
  if (const std::string global = symbolizer_.variable(address, length); !global.empty()) return global;
  if (std::string name = local(current_, address, length); !name.empty()) return name;
  for (const auto& [thread, event] : latest_)
    if (thread != current_)
      if (std::string name = local(thread, address, length); !name.empty()) return name;
  return {};
}

const HeapBlock* MemoryNames::block_at(uint64_t address, bool or_behind) const {
  const auto& blocks = run_.blocks;
  auto next = std::upper_bound(blocks.begin(), blocks.end(), address,
                               [](uint64_t a, const HeapBlock& b) { return a < b.begin; });
  if (next == blocks.begin()) return nullptr;
  --next;
  return address - next->begin < std::max<uint64_t>(next->size, 1) + or_behind ? &*next : nullptr;
}

const std::string& MemoryNames::name_of(const HeapBlock& block) {
  std::string& name = block_names_[block.begin];
  if (name.empty()) {
    name = "heap#" + std::to_string(block_names_.size());
    named_blocks_.push_back({name, block.size, block.where});
  }
  return name;
}

bool MemoryNames::near_a_stack(uint64_t address) const {
  for (const auto& [thread, event] : latest_)
    for (uint64_t base : run_.event_bases(event))
      if (address - base < kStackReach || base - address < kStackReach) return true;
  return false;
}

std::string MemoryNames::name(uint64_t address, uint32_t length, const std::string& said) {
  if (std::string known = variable(address, length); !known.empty()) return known;
  if (const HeapBlock* block = block_at(address)) {
    const size_t arrow = said.rfind("->");
    if (arrow != std::string::npos) fields_[address] = said.substr(arrow + 2);
    const bool by_pointer = said.empty() || said.starts_with("*") || arrow != std::string::npos;
    if (!by_pointer) return said;
    const std::string& name = name_of(*block);
    if (length > 0)
      if (const auto field = fields_.find(address); field != fields_.end()) return name + "." + field->second;
    return address == block->begin ? name : name + "+" + std::to_string(address - block->begin);
  }
  if (!said.empty()) return said;
  std::string& name = others_[address];
  if (name.empty()) name = (near_a_stack(address) ? "stack#" : "memory#") + std::to_string(others_.size());
  return name;
}

std::string MemoryNames::pointee(uint64_t value) {
  if (const std::string target = symbolizer_.pointee(value); !target.empty()) return "&" + target;
  if (const HeapBlock* block = block_at(value, true)) {
    const std::string& name = name_of(*block);
    return value == block->begin ? name : name + "+" + std::to_string(value - block->begin);
  }
  for (const auto& [thread, event] : latest_)
    if (const std::string name = local(thread, value, 0); !name.empty()) return "&" + name;
  return {};
}

}  // namespace heddle
