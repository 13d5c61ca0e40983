// What a debugger looks at and stops at (src/cli/gdb_commands.cpp does both). The threads of the program are fibers, so a debugger sees
// one thread; from a fiber's saved stack pointer it gets at the others. It is data, not functions to be called: calling one from a
// debugger writes all registers, which not every system allows.
#include "runtime/debugger.h"

#include "runtime/fiber.h"
#include "runtime/state.h"

extern "C" {
// How many threads there are, which one runs, how many events there were, and how many words a fiber saves below its registers; then
// of each thread its status (0 unused, 1 alive, 2 done) and its saved stack pointer.
__attribute__((visibility("default"), used)) uint64_t __heddle_debug_words[4 + 2 * heddle::kMaxThreads];

// Event `event` of the run is being recorded; only in runs with details.
__attribute__((noinline, visibility("default"))) void __heddle_step(uint64_t event) {
  asm volatile("" : : "r"(event) : "memory");
}
}

namespace heddle::rt {

void show_debugger() {
  uint64_t* words = __heddle_debug_words;
  *words++ = static_cast<uint64_t>(g.live);
  *words++ = g.current;
  *words++ = g.event_count;
  *words++ = saves_arithmetic() ? 1 : 0;
  for (int t = 0; t < g.live; ++t) {
    *words++ = static_cast<uint64_t>(g.thread[t].status);
    *words++ = reinterpret_cast<uint64_t>(g.thread[t].sp);
  }
}

void debugger_step() {
  show_debugger();
  __heddle_step(g.event_count);
}

}  // namespace heddle::rt
