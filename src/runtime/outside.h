// Calls of functions outside of the program (see __heddle_outside_begin in abi.h).
#pragma once

namespace heddle::rt {

// Is the current thread in a call that returns memory which belongs to the program?
bool outside_call_allocates();

}  // namespace heddle::rt
