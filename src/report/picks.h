// Picks as people read them: "main*3 main.0 =1 main.1". A thread step is the thread's name, a value step "=" and
// the value, "*n" repeats. The form schedule files and JSON reports use.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.h"

namespace heddle {

std::string write_picks(const std::vector<Step>& steps, const std::vector<std::string>& thread_names);

// Nothing if a word cannot be read or names a thread that is not among `thread_names`.
std::optional<std::vector<uint16_t>> read_picks(const std::string& text, const std::vector<std::string>& thread_names);

}  // namespace heddle
