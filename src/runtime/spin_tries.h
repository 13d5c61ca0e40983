// What the tries of one thread have to do with the spin loops of others: see spin_tries.cpp. Used by spin.cpp alone.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

// Somebody was seen to find the lock taken, and to make something of it.
bool is_contested(uint64_t lock);
// What the locks tried in vain in the loop's last iteration were found to be has consequences.
void tries_were_seen(SpinWatch& w);
// The thread has left the loops from `left` on.
void leave_watches(Thread& t, int left);

}  // namespace heddle::rt
