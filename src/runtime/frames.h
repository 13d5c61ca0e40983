// The lives of locals whose address goes elsewhere (src/instrument/frames.cpp says which, and tells when they begin and end).
//
// The end of such a life is a free: everybody who accesses the local must notice whether it is still there, so it is a
// visible event if others were seen to access it and creation and join do not order them before. Records of its memory
// (shadow.h) then say that it is gone, and gaps between locals belong to nobody, so an access just outside is noticed.
//
// Stack memory is used again, also by code that tells nothing of its locals: what a record says about the stack may be
// out of date. So before it counts, `stack_memory_is_gone` looks whether it can be wrong.
#pragma once
#include "runtime/abi.h"
#include "runtime/state.h"

namespace heddle::rt {

// A block of locals that is open, or was.
struct OpenFrame {
  uint64_t base, size;          // with its gaps
  const __heddle_frame* frame;  // null for one local of its own, made by alloca
  const __heddle_pos* what;     // of that
};

void frames_reset(Thread& thread);  // a thread begins
// The current thread ends: everything on its stack does.
void frames_end();
// Its thread-local variables end.
void thread_locals_end();

// The record of this byte of a stack says that it is not to be accessed. True if that is certain.
bool stack_memory_is_gone(uint64_t address);
// The local of an open frame in which an address lies.
bool local_at(uint64_t address, uint64_t* begin, uint64_t* size);
// Reports why. The byte is the last of an access.
[[noreturn]] void stack_failure(uint64_t address, uint64_t position);
// Of an ended thread's thread-local variables.
[[noreturn]] void thread_local_failure(uint64_t address, uint64_t position);

}  // namespace heddle::rt
