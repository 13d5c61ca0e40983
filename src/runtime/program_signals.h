// Signals as the program sees them: dispositions, masks, and those it sends to itself.
//
// None of the program's is known to the kernel: the handlers there are ours, for crashes and the watchdog. `raise` runs
// the program's handler at once, on the thread that calls it, as POSIX has it. Signals of others, from outside or from
// another thread, are not explored; the verdict says so.
#pragma once
#include <cstdint>

namespace heddle::rt {

// Before the first run, and before each.
void program_signals_snapshot();
void program_signals_reset();
// A thread has the mask of its creator; nothing is pending.
void program_signals_inherit(int creator, int thread);
// The system calls about signals.
bool signal_call(long number, const long* a, long* answer);

}  // namespace heddle::rt
