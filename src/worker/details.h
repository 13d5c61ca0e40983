// What reports want to know of a program and of a run besides its trace: object files, the stacks of threads, blocks of the heap.
#pragma once
#include "worker/channel.h"

namespace heddle {

void publish_modules(Channel& channel);
// Of the run that has just ended: where its threads are, and the blocks that it speaks of.
void publish_ends(Channel& channel);
void publish_blocks(Channel& channel);

}  // namespace heddle
