// Threads of the program: names, birth, end.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// The id of the index-th child of `parent`; the same in every run. Negative if there are too many threads.
int thread_id(ThreadId parent, uint16_t index);
// Restores names that an earlier worker gave.
void thread_names_add(ThreadId parent, uint16_t index);
// Called with each new name.
extern void (*on_thread_name)(ThreadId id, ThreadId parent, uint16_t index);

// Everything of a thread as at its birth.
void thread_reset(ThreadId id, ThreadId parent);

// What a fiber runs.
[[noreturn]] void thread_main();
// Those of the current thread's C++ variables, at its end or the process's.
void run_thread_local_destructors();
// Ends the current thread: destructors, keys, joiners.
[[noreturn]] void thread_end(void* result);

void keys_snapshot();
void keys_reset();
int keys_in_use();
uint64_t keys_hash();  // which of them are in use, and who is called in the end

// The thread of this run that a handle stands for; -1 if none.
int thread_of(unsigned long handle);

}  // namespace heddle::rt
