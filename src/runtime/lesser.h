// Lesser accesses: those to shared memory that cannot matter to what is to be proved (facts/essential.h). They are events, so that races
// are seen, but no scheduling points: whoever comes to one performs it and goes on.
//
// That a loop ends is taken for granted at first. A run in which one waits for, or goes round with, lesser accesses shows that
// this can matter: from there on nothing is lesser in this run, and the worker asks for more to be essential in the next ones.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// From the next run on, the accesses at these positions are lesser. The array stays the caller's: a power of two of entries, open
// addressing from `lesser_slot`, 0 for an empty one. Null: none is. `lives`: nor does it matter when the life of a local ends.
void set_lesser(const uint64_t* table, uint64_t entries, bool lives);
constexpr uint64_t lesser_slot(uint64_t position) { return position * 0x9e3779b97f4a7c15 >> 20; }

bool find_lesser(uint64_t position);
inline bool is_lesser(uint64_t position) { return __builtin_expect(g.lesser != nullptr, 0) && find_lesser(position); }

// The begin or the end of a local's life that does not matter.
inline bool is_lesser_life(Op op, uint64_t second) {
  return g.lesser != nullptr && g.lesser_lives &&
         ((op == Op::kFree && second == 1) || (op == Op::kWrite && second == 2));
}

// A loop may not end because of lesser accesses.
void loop_is_essential();
inline void loop_with_lesser() {
  if (__builtin_expect(g.lesser != nullptr, 0)) loop_is_essential();
}

void lesser_next_run();

}  // namespace heddle::rt
