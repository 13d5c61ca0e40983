// Functions that the loader calls when the process ends: __attribute__((destructor)).
#pragma once

namespace heddle::rt {

void destructors_scan();  // after start-up: where the instrumented modules have theirs
void run_destructor_functions();

}  // namespace heddle::rt
