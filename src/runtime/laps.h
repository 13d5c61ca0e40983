// See laps.cpp.
#pragma once

namespace heddle::rt {

bool all_modules_have_laps();
void laps_start();  // states are told: stacks are cleared from now on

}  // namespace heddle::rt
