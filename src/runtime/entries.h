// Entries: where the program stands when it has called the runtime, for states (program_state.h).
//
// A thread that is at a scheduling point is inside a function of ours. What it will do from there depends on the arguments of that
// call, on the registers in which its caller keeps values, and on the stack from the return address upwards. What lies below is
// ours: it holds numbers of events and other things that differ whenever a state is met again. So each call passes through a
// few instructions that write the arguments and registers down (`CallEntry`), and goes on to the function. They are put
// between by changing the table through which a module calls functions of other modules; programs that are checked without states
// pay nothing for them.
//
// What a function of ours holds in its own variables between two events of one call follows from its arguments and from what these
// events told it: `CallEntry::progress` is a hash of that.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// Before the first run: all calls of ours by other modules note an entry from now on.
void entries_start();
// The current thread left the program without calling: it returned from main or from its first function.
[[gnu::always_inline]] inline void enter_by_return(uint64_t result) {
  CallEntry& e = self().entry;
  e = CallEntry{};
  e.argument[0] = result;
  e.sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 8;
  e.back = *reinterpret_cast<const uint64_t*>(e.sp);
}
// Does the entry of the current thread tell where it stands?
bool entry_holds();
void entry_goes_on(uint64_t what);

// Around a function of the program that one of ours calls, as pthread_once does: what that calls are other entries.
class EntryAround {
 public:
  EntryAround() {
    if (g.options.states) saved_ = self().entry;
  }
  ~EntryAround() {
    if (!g.options.states) return;
    self().entry = saved_;
    entry_goes_on(1);
  }
  EntryAround(const EntryAround&) = delete;

 private:
  CallEntry saved_;
};

}  // namespace heddle::rt
