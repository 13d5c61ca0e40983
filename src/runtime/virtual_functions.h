// Virtual functions that a library keeps to itself.
#pragma once
#include <cstddef>
#include <cstdint>

namespace heddle::rt {

// A function without a name that is in a class's table of virtual functions: the symbol of this table, "_ZTV…", in `room`; "" if there
// is no such table in the function's module. A derived class's table may be the one found.
const char* table_with(uint64_t function, char* room, size_t size);

}  // namespace heddle::rt
