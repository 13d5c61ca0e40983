#include "runtime/globals.h"

#include <algorithm>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/shadow.h"

namespace heddle::rt {
namespace {

struct Table {
  const __heddle_global* entries;
  uint64_t count;
};
constexpr int kMaxTables = 4096;
Table tables[kMaxTables];
int table_count;

const __heddle_global** variables;  // of all tables, by address
uint64_t variable_count;

uint64_t begin_of(const __heddle_global& v) { return reinterpret_cast<uint64_t>(v.address); }

// The last variable that begins at or before the address; null if there is none.
const __heddle_global* variable_before(uint64_t address) {
  const auto* after = std::upper_bound(variables, variables + variable_count, address,
                                       [](uint64_t a, const __heddle_global* v) { return a < begin_of(*v); });
  return after == variables ? nullptr : after[-1];
}

}  // namespace

void globals_start() {
  for (int i = 0; i < table_count; ++i) variable_count += tables[i].count;
  if (variable_count == 0) return;
  variables = static_cast<const __heddle_global**>(our_pages(variable_count * sizeof *variables));
  uint64_t n = 0;
  for (int i = 0; i < table_count; ++i)
    for (uint64_t k = 0; k < tables[i].count; ++k) variables[n++] = &tables[i].entries[k];
  std::sort(variables, variables + variable_count,
            [](const __heddle_global* a, const __heddle_global* b) { return begin_of(*a) < begin_of(*b); });
  globals_guard();
}

// Where a single word ends is left alone: a record that says less than 8 bytes makes every access slow.
void globals_guard() {
  for (uint64_t i = 0; i < variable_count; ++i) {
    const __heddle_global& v = *variables[i];
    const uint64_t end = begin_of(v) + v.size, gap = (end + 7) & ~uint64_t{7};
    if (v.size > 8 && end != gap) shadow_guard(gap - 8);
    for (uint64_t granule = gap; granule < gap + HEDDLE_GAP; granule += 8) shadow_guard(granule);
  }
}

int global_bytes(uint64_t granule) {
  const __heddle_global* v = variable_before(granule);
  if (v == nullptr) return 8;
  const uint64_t end = begin_of(*v) + v->size;
  return granule >= end ? 0 : end - granule < 8 ? static_cast<int>(end - granule) : 8;
}

bool global_at(uint64_t address, uint64_t* begin, uint64_t* size) {
  const __heddle_global* v = variable_before(address);
  if (v == nullptr || address >= begin_of(*v) + v->size) return false;
  *begin = begin_of(*v);
  *size = v->size;
  return true;
}

void global_failure(uint64_t address, uint64_t position) {
  const __heddle_global* v = variable_before(address);
  const uint64_t end = v == nullptr ? address : begin_of(*v) + v->size;
  fail(FindingKind::kOutOfBounds, position, "access %lu bytes behind the end of the %s of %lu bytes", address - end + 1,
       v == nullptr ? "variable" : v->text, v == nullptr ? 0 : v->size);
}

}  // namespace heddle::rt

extern "C" __attribute__((visibility("default"))) void __heddle_globals(const __heddle_global* entries,
                                                                        uint64_t count) {
  using namespace heddle::rt;
  if (table_count < kMaxTables) tables[table_count++] = {entries, count};
}
