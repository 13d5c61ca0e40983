// Fibers: each thread of the program has a stack of its own and wears the identity of a real, parked thread,
// so that thread_local, errno, exception state and pthread_self are those of a real thread.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

void fibers_start();                  // reserves stacks, parks the first identity
void fiber_prepare(ThreadId thread);  // stack and identity ready for a fresh start of `thread`
void fiber_set_base(uint64_t base);   // the main thread's stack begins here from now on; what lies above is in use
bool saves_arithmetic();              // a fiber that does not run has saved the state of arithmetic below its registers
void switch_to(ThreadId thread);      // returns when the caller is switched back to
void switch_from_home(ThreadId thread);
[[noreturn]] void switch_home();  // abandons the current fiber

// Thread-local storage: what the main thread's looks like now is what every run begins with; the others'
// begin as the linker laid them out.
void tls_snapshot();
void tls_reset_main();
int errno_of(uint64_t fs);
// Calls `look` with each stretch of thread-local variables of the thread whose identity is `fs`.
void tls_for_each(uint64_t fs, void (*look)(uint64_t begin, uint64_t end));
void tls_for_each_of_program(uint64_t fs, void (*look)(uint64_t begin, uint64_t end));

}  // namespace heddle::rt
