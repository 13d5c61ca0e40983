// Inputs of a program that are the same in every run. A verdict holds for these values, so it names those that were used.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

enum class FixedInput : uint32_t {
  kClock = 1,     // begins at 2023-11-14 22:13:20 UTC
  kRandom = 2,    // getrandom, /dev/urandom, std::random_device: seed 1
  kMachine = 4,   // processors, names, identifiers
  kUsage = 8,     // times and memory that the process has used
  kSignals = 16,  // none but those that the program raises
};

struct FixedInputWords {
  FixedInput input;
  std::string_view name;  // in JSON
  std::string_view text;  // "with ..."
};
inline constexpr FixedInputWords kFixedInputs[] = {
    {FixedInput::kClock, "clock", "the clock of 2023-11-14"},
    {FixedInput::kRandom, "random", "random numbers of seed 1"},
    {FixedInput::kMachine, "machine", "a machine of 2 processors"},
    {FixedInput::kUsage, "usage", "no resources used so far"},
    {FixedInput::kSignals, "signals", "no signals from outside"},
};

// "the clock of 2023-11-14, random numbers of seed 1"; "" if none was used.
inline std::string fixed_inputs_text(uint32_t used) {
  std::string text;
  for (const auto& f : kFixedInputs)
    if (used & static_cast<uint32_t>(f.input)) text += (text.empty() ? "" : ", ") + std::string(f.text);
  return text;
}

}  // namespace heddle
