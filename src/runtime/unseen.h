// Code that is not instrumented and of which nothing is known.
#pragma once
#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"

namespace heddle::rt {

// Is the function instrumented, ours, or known to the table to do nothing that must be seen? If not, the verdict says so.
// `name` is what the caller calls it, "" if the caller has a pointer to it.
void note_call(uint64_t function, const char* name, const __heddle_pos* pos);
// The name of a symbol as it stands in the source, in `room`.
const char* plain_name(const char* symbol, char* room, size_t size);
// A thread begins with this function.
void note_thread_function(uint64_t function);
// The runtime, or a function of a library, is going to call this function of the program. `role`: the verdict's sentence
// up to its name ("an exit handler is").
void note_callback(uint64_t function, const char* role);
// Has the function the mark of instrumented ones?
bool is_marked(uint64_t function);
// The current run has entered such code: what it did to memory, and how it synchronised, was not seen.
bool entered_unseen_code();

}  // namespace heddle::rt
