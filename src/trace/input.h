// Inputs: values that come from outside the program (Op::kInput). A run receives an input byte by byte, one value step for each,
// the lowest first; so a schedule's picks hold the inputs too, and whatever keeps, replays or shortens schedules does so with
// inputs.
//
//   input_steps(32) == 4, input_values(32, 0) == 256; of four bits: one step with 16 values
#pragma once
#include <cstdint>

namespace heddle {

inline constexpr int kBitsOfStep = 8;

// How many value steps an input of so many bits takes, and how many values each of them offers.
constexpr int input_steps(uint32_t bits) { return static_cast<int>(bits + kBitsOfStep - 1) / kBitsOfStep; }
constexpr int input_values(uint32_t bits, int step) {
  const int left = static_cast<int>(bits) - kBitsOfStep * step;
  return 1 << (left < kBitsOfStep ? left : kBitsOfStep);
}
// What that step picks for this value.
constexpr uint16_t input_pick(uint64_t value, int step) {
  return static_cast<uint16_t>(value >> (kBitsOfStep * step) & 0xff);
}

}  // namespace heddle
