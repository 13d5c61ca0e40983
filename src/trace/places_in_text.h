// Positions in a sentence that is written where nobody can say which line they are: "{@4011f6}", in hexadecimal. Whoever has the
// program's debug information puts places there (report/text_places.h).
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

namespace heddle {

inline std::string place_in_text(uint64_t position) {
  char text[24];
  std::snprintf(text, sizeof text, "{@%llx}", static_cast<unsigned long long>(position));
  return text;
}

}  // namespace heddle
