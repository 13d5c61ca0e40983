// What a worker can be asked to do (WorkerMode): explore with an engine, serve single runs, or replay one.
#pragma once
#include "explore/executor.h"
#include "worker/channel.h"

namespace heddle {

[[noreturn]] void explore(Channel& channel, Executor& executor);
[[noreturn]] void serve(Channel& channel, Executor& executor);
[[noreturn]] void replay(Channel& channel, Executor& executor);

}  // namespace heddle
