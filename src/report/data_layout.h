// Names of places inside a global variable, from the description of it that the pass left in the program
// (src/instrument/global_layouts.cpp has the grammar).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

// "[3].count" for an offset into the variable; what is left of the offset at the end as "+4".
std::string name_within(std::string_view layout, uint64_t offset);

}  // namespace heddle
