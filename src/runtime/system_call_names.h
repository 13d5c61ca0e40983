#pragma once

namespace heddle::rt {

// "openat" for SYS_openat; null for a number that has no name here.
const char* system_call_name(long number);

}  // namespace heddle::rt
