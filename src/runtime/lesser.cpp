#include "runtime/lesser.h"

namespace heddle::rt {
namespace {

const uint64_t* table;
uint64_t table_mask;
bool lives_too;

}  // namespace

void set_lesser(const uint64_t* entries, uint64_t count, bool lives) {
  lives_too = lives;
  table = entries;
  table_mask = count - 1;
}

void lesser_next_run() {
  g.lesser = table;
  g.lesser_lives = lives_too;
  g.at_lesser = g.read_lesser = g.outgrown = false;
  g.lesser_in_a_row = 0;
}

bool find_lesser(uint64_t position) {
  for (uint64_t i = lesser_slot(position);; ++i) {
    const uint64_t entry = table[i & table_mask];
    if (entry == position) return true;
    if (entry == 0) return false;
  }
}

void loop_is_essential() {
  g.lesser = nullptr;
  g.outgrown = g.visibility_grew = true;
}

}  // namespace heddle::rt
