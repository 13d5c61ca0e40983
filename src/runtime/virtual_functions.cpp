// Tables of virtual functions lie in the part of a module that is made read-only when it has been loaded. In front of a table's
// functions are the distance to the whole object, which is small, and the address of the class's type_info, whose second word is
// the address of the class's name.
#include "runtime/virtual_functions.h"

#include <link.h>

#include <cstdio>

namespace heddle::rt {
namespace {

struct Search {
  uint64_t function;
  char* room;
  size_t size;
};

struct Part {
  uint64_t begin = 0, end = 0;
  bool has(uint64_t address) const { return address >= begin && address + 16 <= end; }
};

Part part_of(const dl_phdr_info* info, uint32_t type, uint64_t address) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& h = info->dlpi_phdr[i];
    const uint64_t begin = info->dlpi_addr + h.p_vaddr;
    if (h.p_type == type && (address == 0 || address - begin < h.p_memsz)) return {begin, begin + h.p_memsz};
  }
  return {};
}

uint64_t word(uint64_t address) { return *reinterpret_cast<const uint64_t*>(address); }

// The name that the type_info in front of a slot of a table has; null if this is no table.
const char* class_of(const dl_phdr_info* info, const Part& tables, uint64_t slot) {
  constexpr uint64_t kMost = 64;  // functions in a table
  for (uint64_t at = slot - 8; at >= tables.begin + 8 && slot - at < 8 * kMost; at -= 8) {
    if (part_of(info, PT_LOAD, word(at)).end == 0) return nullptr;  // neither a function nor a type_info
    if (!tables.has(word(at))) continue;
    const uint64_t name = word(word(at) + 8);
    const auto distance = static_cast<int64_t>(word(at - 8));
    const bool fits = distance <= 0 && distance > -4096 && part_of(info, PT_LOAD, name).end != 0;
    return fits ? reinterpret_cast<const char*>(name) : nullptr;
  }
  return nullptr;
}

int look(dl_phdr_info* info, size_t, void* data) {
  const Search& search = *static_cast<Search*>(data);
  if (part_of(info, PT_LOAD, search.function).end == 0) return 0;
  const Part tables = part_of(info, PT_GNU_RELRO, 0);
  for (uint64_t at = (tables.begin + 7) & ~uint64_t{7}; at + 8 <= tables.end; at += 8) {
    if (word(at) != search.function) continue;
    const char* name = class_of(info, tables, at);
    if (name == nullptr) continue;
    snprintf(search.room, search.size, "_ZTV%s", name + (name[0] == '*'));
    break;
  }
  return 1;
}

}  // namespace

const char* table_with(uint64_t function, char* room, size_t size) {
  room[0] = 0;
  Search search{function, room, size};
  dl_iterate_phdr(look, &search);
  return room;
}

}  // namespace heddle::rt
