// What comes from outside and is the same in every run and every check: the clock, random numbers, the machine. The verdict
// names those that the program asked for.
#pragma once
#include <cstdint>

#include "trace/fixed_inputs.h"

namespace heddle::rt {

// Where uses are noted: in the channel.
extern uint32_t* fixed_used;
inline void note_fixed(FixedInput what) {
  if (fixed_used != nullptr) *fixed_used |= static_cast<uint32_t>(what);
}

// As getrandom: fills `to` and returns `size`. Each thread has numbers of its own.
long fixed_random_bytes(void* to, uint64_t size);

// Stands for the 16 random bytes that the kernel gives each process.
extern unsigned char* kernel_bytes;

// What a run sees of the machine.
inline constexpr int kProcessors = 2;

}  // namespace heddle::rt
