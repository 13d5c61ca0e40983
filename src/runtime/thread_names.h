// The names that a program gives its threads.
#pragma once

namespace heddle::rt {

void thread_names_snapshot();
void thread_names_reset();
void thread_names_inherit(int creator, int thread);
// 16 bytes, the last of them zero.
const char* thread_name(int thread);
void set_thread_name(int thread, const char* name);

}  // namespace heddle::rt
