// heddle::input: a value from outside, of which the search covers all.
//
//   int n = heddle::input<int>("n", 0, 10);
//   bool fast = heddle::input<bool>("fast");
#ifndef HEDDLE_INPUT_HPP
#define HEDDLE_INPUT_HPP

#include <cstring>
#include <type_traits>

#include "heddle/heddle.h"

namespace heddle {

template <class T>
T input(const char* name) {
  static_assert(std::is_integral_v<T> || std::is_enum_v<T>, "an input is a whole number; of others, make one of its parts");
  if constexpr (std::is_same_v<T, bool>) return (heddle_input_1(name) & 1) != 0;
  else if constexpr (sizeof(T) == 1) return static_cast<T>(heddle_input_1(name));
  else if constexpr (sizeof(T) == 2) return static_cast<T>(heddle_input_2(name));
  else if constexpr (sizeof(T) == 4) return static_cast<T>(heddle_input_4(name));
  else return static_cast<T>(heddle_input_8(name));
}

// Not less than the one, not more than the other.
template <class T>
T input(const char* name, T least, T most) {
  const T value = input<T>(name);
  heddle_assume((value >= least) & (value <= most));
  return value;
}

}  // namespace heddle
#endif
