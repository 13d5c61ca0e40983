#include "runtime/hidden_state.h"

#include <sys/mman.h>

#include "base/hash.h"
#include "runtime/access.h"
#include "runtime/failure.h"

namespace heddle::rt {
namespace {

// In low memory, at the same address in every process; each in a granule of its own.
constexpr uint64_t kBase = 0xC100000000;
constexpr int kCells = static_cast<int>(HiddenState::kCount);
auto* const cells = reinterpret_cast<uint64_t*>(kBase);
bool changed;

}  // namespace

void hidden_states_start() {
  if (mmap(cells, kCells * sizeof *cells, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
    refuse("cannot reserve address space");
}

void hidden_states_reset() {
  if (!changed) return;
  changed = false;
  for (int i = 0; i < kCells; ++i) cells[i] = 0;
}

void change_hidden(HiddenState state, uint64_t what, bool locked, uint64_t position) {
  uint64_t& cell = cells[static_cast<int>(state)];
  const auto address = reinterpret_cast<uint64_t>(&cell);
  changed = true;
  const uint64_t word = event_word(Op::kRmw, locked ? kAtomic : 0, 0, 8);
  if (locked) {
    const bool visible = begin_access(word, address, 8, position);
    const uint64_t old = cell;
    cell = mix(old, what);
    if (visible) record(old, cell);
  } else {
    bool visible = begin_access(event_word(Op::kRead, 0, 0, 8), address, 8, position);
    const uint64_t old = cell;
    if (visible) record(old);
    visible = begin_access(event_word(Op::kWrite, 0, 0, 8), address, 8, position);
    const uint64_t before = cell;
    cell = mix(old, what);
    if (visible) record(before, cell);
  }
  spin_dirty();
}

}  // namespace heddle::rt
