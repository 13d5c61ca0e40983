#include "report/memory_names.h"

#include <algorithm>
#include <cstdlib>

namespace heddle {
namespace {

constexpr uint64_t kMostPlaced = 64 << 10;  // bytes of a variable that is found by one of its parts
constexpr uint64_t kStackReach = 8 << 20;   // how far from a frame its stack may go on

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

// Reads a layout part by part and gives the smallest ones with their offset, up to a number of them.
class SmallestParts {
 public:
  SmallestParts(const std::string& layout, uint64_t from, uint64_t to) : text_(layout), from_(from), to_(to) {}

  // The layout at `at` is of `size` bytes at `offset`. Returns where it ends.
  size_t read(size_t at, uint64_t offset, uint64_t size) {
    if (at < text_.size() && text_[at] == '{') {
      for (++at; at < text_.size() && text_[at] != '}'; ++at) {
        const uint64_t begin = number_at(text_, at);
        const uint64_t bytes = number_at(text_, ++at);
        at = std::min(text_.find_first_of("[{;", ++at), text_.size());
        at = read(at, offset + begin, bytes);
      }
      return at + 1;
    }
    if (at < text_.size() && text_[at] == '[') {
      const size_t end = closing(text_, at);
      const uint64_t element = number_at(text_, ++at);
      if (element == 0) return end;
      const uint64_t first = from_ > offset ? (from_ - offset) / element : 0;
      for (uint64_t i = first; offset + i * element < std::min(to_, offset + size); ++i)
        read(at, offset + i * element, element);
      return end;
    }
    if (offset < to_ && offset + size > from_) parts.push_back({offset, size});
    return at;
  }

  std::vector<Field> parts;

 private:
  const std::string& text_;
  uint64_t from_, to_;
};

// A name that does not depend on who looks: no pointer on the way.
bool is_own_name(const std::string& said) {
  return !said.empty() && !said.starts_with("*") && said.find("->") == std::string::npos;
}

}  // namespace

std::vector<Field> fields_of(const std::string& layout, uint64_t offset, uint32_t length) {
  SmallestParts reader(layout, offset, offset + length);
  reader.read(0, 0, offset + length);
  for (Field& field : reader.parts) {
    if (field.offset < offset || field.offset + field.size > offset + length) return {};
    field.offset -= offset;
  }
  if (reader.parts.size() < 2) return {};
  return std::move(reader.parts);
}

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

void MemoryNames::learn(size_t event, const std::string& said) {
  const Event& e = run_.events[event];
  if (!is_own_name(said) || !is_access(e.op) || block_at(e.object)) return;
  learned_[e.object].emplace_back(event, said);
  if (said.find('.') != std::string::npos && said.find("[]") == std::string::npos) place(event, said);
}

// "ring.tail" lies there: so all of `ring` is known, if its layout is.
void MemoryNames::place(size_t event, const std::string& said) {
  const Event& e = run_.events[event];
  const auto frames = run_.event_stack(event), bases = run_.event_bases(event);
  const std::string whole = said.substr(0, said.find('.')), part = said.substr(whole.size());
  for (size_t i = 0; i < bases.size(); ++i)
    for (const LocalVariable& variable : symbolizer_.unplaced(frames[i])) {
      if (variable.name != whole || variable.size > kMostPlaced) continue;
      for (const Field& field : fields_of(variable.layout, 0, static_cast<uint32_t>(variable.size))) {
        if (field.size != e.length || part_of(variable.layout, field.offset, e.length) != part) continue;
        placed_.push_back({e.thread, bases[i], e.object - field.offset, variable});
        return;
      }
    }
}

// Places on a stack are taken again and again: the name that was said last, or will be next.
std::string MemoryNames::learned(uint64_t address) const {
  const auto known = learned_.find(address);
  if (known == learned_.end()) return {};
  const auto& names = known->second;
  const auto next = std::upper_bound(names.begin(), names.end(), event_, [](size_t e, auto& n) { return e < n.first; });
  return next == names.begin() ? next->second : std::prev(next)->second;
}

void MemoryNames::follow(size_t event) {
  event_ = event;
  current_ = run_.events[event].thread;
  if (!run_.event_stack(event).empty()) latest_[current_] = event;
}

std::optional<std::pair<const LocalVariable*, uint64_t>> MemoryNames::local_at(ThreadId thread, uint64_t address) {
  const auto latest = latest_.find(thread);
  if (latest == latest_.end()) return std::nullopt;
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
    if (best != nullptr) return std::pair(best, address - bases[i] - static_cast<uint64_t>(best->offset));
  }
  for (const Placed& placed : placed_)
    if (placed.thread == thread && address - placed.begin < placed.variable.size &&
        std::find(bases.begin(), bases.end(), placed.base) != bases.end())
      return std::pair(&placed.variable, address - placed.begin);
  return std::nullopt;
}

std::string MemoryNames::local(ThreadId thread, uint64_t address, uint32_t length) {
  const auto found = local_at(thread, address);
  return found ? found->first->name + part_of(found->first->layout, found->second, length) : "";
}

std::vector<Field> MemoryNames::fields(uint64_t address, uint32_t length) {
  if (const auto global = symbolizer_.layout_at(address)) return fields_of(*global->first, global->second, length);
  if (const auto own = local_at(current_, address)) return fields_of(own->first->layout, own->second, length);
  for (const auto& [thread, event] : latest_)
    if (const auto other = local_at(thread, address)) return fields_of(other->first->layout, other->second, length);
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
  if (std::string known = learned(address); !known.empty()) return known;
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
