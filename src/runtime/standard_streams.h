// std::cout, std::cerr, std::clog and std::cin. Threads may print to them at the same time; that is no race. Printing sets the width
// to 0, which it is nearly always: a store to one of these objects that changes nothing counts as a read. A change of the format is
// a write like any other.
#pragma once
#include <cstdint>

namespace heddle::rt {

void find_standard_streams();  // once, before the first run
bool is_in_standard_stream(uint64_t address);

}  // namespace heddle::rt
