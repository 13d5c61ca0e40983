// Does the program use functions of the C library that could change the library's own state?
#pragma once

namespace heddle::rt {

// True unless every function of the C and C++ libraries that the program refers to is known to leave nothing behind there.
// Then the library's data need not be reset before each run. Looks at the instrumented modules' relocations, once.
bool library_state_is_used();

// Does the program, or code that is not instrumented, look at errno?
bool errno_is_used();

// Could the program change the rounding mode or another state of floating point arithmetic? True if it refers to a function
// of <fenv.h>, or holds bytes that may be an instruction which loads such a state, or if there is code that is not instrumented.
bool arithmetic_state_is_used();

// Does the program, or a library that comes with it, refer to this function?
bool program_names(const char* function);

// Could the program tell which numbers its descriptors have? Without, the order in which files are opened and closed makes no
// difference to it.
bool descriptor_numbers_are_used();

}  // namespace heddle::rt
