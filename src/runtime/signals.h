// Crash signals of the program, and the watchdog.
#pragma once
#include <cstdint>

namespace heddle::rt {

// Handlers on a stack of their own. `idle_seconds`: a run that shows no sign of life for so long never ends.
void signals_start(uint32_t idle_seconds);

}  // namespace heddle::rt
