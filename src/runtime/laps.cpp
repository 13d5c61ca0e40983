// What programs tell that were compiled for states (HEDDLE_STATES=1): where the rounds of their loops begin, for livelocks
// (explore/lasso.h), and calls of their own functions, before which the unused part of the stack is cleared.
#include "runtime/states_abi.h"
#include "runtime/interpose.h"
#include "runtime/laps.h"
#include "runtime/modules.h"

using namespace heddle;
using namespace heddle::rt;

namespace {
uint64_t modules_with_laps;
}

bool heddle::rt::all_modules_have_laps() { return modules_with_laps == instrumented_modules(); }

HEDDLE_API void __heddle_module_laps() { ++modules_with_laps; }

// Whoever goes on because of what the picked thread did belongs to its step; but only the thread itself tries.
HEDDLE_API void __heddle_lap(uint32_t flags) {
  if (g.mode != Mode::kRun || !g.options.states || g.step_count == 0) return;
  Step& step = g.steps[g.last_pick];
  if (flags & (HEDDLE_LAP_FIRST | HEDDLE_LAP_ENDLESS)) step.marks |= Step::kProgresses;
  else if (step.pick == g.current) step.marks |= Step::kTries;
}

// Frames of functions that have returned, ours among them, leave numbers behind in which states would differ that are the same: the
// next function that is called has them in places that it has not used yet. Registers that a call may change are cleared as well,
// since functions push some to align the stack. A frame that is larger than what is cleared may cost more states, and no more.
asm(R"(
.text
.globl __heddle_clear
.type __heddle_clear, @function
__heddle_clear:
  .cfi_startproc
  cmpb $0, heddle_rt_clears(%rip)
  je 1f
  lea -4096(%rsp), %rdi
  mov $512, %ecx
  xor %eax, %eax
  rep stosq
  xor %edx, %edx
  xor %esi, %esi
  xor %edi, %edi
  xor %r8d, %r8d
  xor %r9d, %r9d
  xor %r10d, %r10d
  xor %r11d, %r11d
1:
  ret
  .cfi_endproc
.size __heddle_clear, .-__heddle_clear
)");
extern "C" __attribute__((visibility("hidden"))) uint8_t heddle_rt_clears;
uint8_t heddle_rt_clears;

void heddle::rt::laps_start() { heddle_rt_clears = 1; }
