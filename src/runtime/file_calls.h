// The system calls that take paths.
#pragma once
#include <cstdint>

namespace heddle::rt {

bool file_call(long number, const long* a, uint64_t position, long* answer);

}  // namespace heddle::rt
