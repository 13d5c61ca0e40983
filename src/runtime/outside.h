// Calls of functions outside of the program (see __heddle_outside_begin in abi.h).
#pragma once

namespace heddle::rt {

// Is the current thread in a call that returns memory which belongs to the program?
bool outside_call_allocates();
// It allocated this: what is in there when the call ends, it has written.
void outside_call_allocated(void* block);

}  // namespace heddle::rt
