// The process's start: decides whether it is being checked, and wraps main.
#pragma once

namespace heddle::rt {

// Provided by the worker (src/worker): called instead of main in a checking process. Does not return.
[[noreturn]] void worker_main();
// Provided by the worker: called once, early, in a checking process; maps the channel.
void worker_start();
// Provided by the worker: writes the reason into the channel and ends the process.
[[noreturn]] void worker_refuse(const char* why);

// The arguments and the environment are as now at the start of every run.
void strings_snapshot();

}  // namespace heddle::rt
