// The program as a process: its main function, its end, what it registered for its end.
#pragma once
#include <cstdint>

namespace heddle::rt {

// What the program sees as its process id: the same in every process that runs it.
inline constexpr int kProcessId = 4242;
inline constexpr int kParentId = 4241;

void process_arguments(int (*main)(int, char**, char**), int argc, char** argv, char** env);
[[noreturn]] void process_main();  // runs main in the main thread's fiber
// Exit handlers, then the end of the run. `last_thread`: nobody asked for it, but there is no other thread left.
[[noreturn]] void process_exit(int code, uint64_t position, bool last_thread = false);
[[noreturn]] void process_end(int code, uint64_t position, bool last_thread = false);  // the end of the run
void program_start();                // calls main; what it returns is of no interest
[[noreturn]] void unwind_and_end();  // pthread_exit

void exit_handlers_snapshot();
void exit_handlers_reset();
uint64_t exit_handlers_hash();

}  // namespace heddle::rt
