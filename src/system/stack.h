// Room on the stack. Under `ulimit -s 64` neither this process nor a compiler that it starts could work.
#pragma once
#include <functional>

namespace heddle {

// Called first in main: runs `work` and answers what it does. The limit on stacks is raised as far as allowed, also for the
// processes that are started; where that is not enough, `work` runs in a thread with a stack of its own.
int with_enough_stack(const std::function<int()>& work);
// In a process that is about to become the program under test: it gets the limit that was there before. One system call.
void restore_stack_limit();

}  // namespace heddle
