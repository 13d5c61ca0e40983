// The state of the program at a scheduling point, as a hash (trace/state.h): all that decides what can happen from there.
//
// It is made of the program's writable memory as far as it differs from the beginning, heap blocks that are in use and where freed ones
// lie, thread-local storage, and for each thread what it waits for, its next event, where it called us (entries.h) and its stack
// from there upwards. Not part of it are what was printed, how many steps were made, who accessed what (data races are looked for
// otherwise: explore/explicit.cpp), and, while no run looked at a clock, the time. Bytes that mean nothing, such as unused places of a
// stack, make states differ that are the same; that costs time, and never an answer. The pass has the stack cleared before a function of the
// program is called (src/instrument/laps.cpp), so that there are few of them.
//
// What the program keeps outside of its memory is not seen: descriptors, files, signal handlers. A run that uses them is not exact.
#pragma once
#include "runtime/state.h"
#include "trace/schedule.h"

namespace heddle::rt {

void states_start();                      // before the first run
void states_next_run(const Schedule& s);  // before each
// The current thread is about to choose who makes the next step. Ends the run if it is not to go on from here.
void meet_state();
// Does anything that states are made of look like a pointer to the block, or to just behind it?
bool is_pointed_to(uint64_t begin, uint64_t size);
// The run does something that states do not show.
void state_is_elsewhere();
// A clock was looked at: from the next run on, time is part of states.
void time_matters();

}  // namespace heddle::rt
