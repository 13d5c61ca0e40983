// Replays a run in the machine, to be sure that the model is right: at each step the same threads must be able to go on
// as in the program, and each read must return what the model says. First values of memory, and how the process
// ended, are learned on the way.
#pragma once
#include "causal/pool_machine.h"

namespace heddle::causal {

// The pool has learned the trace. Sets the pool's problem if they differ. True if something new was learned.
// `deadlock`: if the run ended in one, who waits for what.
bool replay_in_model(Pool& pool, const Trace& trace, std::vector<uint64_t>& deadlock);

}  // namespace heddle::causal
