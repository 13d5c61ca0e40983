// State that functions of the C library share between threads without showing it: an object per kind, with events.
#pragma once
#include <cstdint>

namespace heddle::rt {

enum class HiddenState : uint8_t { kRandom, kRandom48, kSemaphoreNames, kCount };

// A call that changes the state: `what` tells how. Atomic if the library takes a lock, else a plain read and write.
void change_hidden(HiddenState state, uint64_t what, bool locked, uint64_t position);
void hidden_states_start();
void hidden_states_reset();

}  // namespace heddle::rt
