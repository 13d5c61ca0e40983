// How much memory a search may take if nobody says: three quarters of what is free now.
#pragma once
#include <cstdint>

namespace heddle {

// Bytes; 0 if that cannot be told.
uint64_t default_memory_limit();

}  // namespace heddle
