// shortest: the shortest run that fails like a given one, whatever the failure is. Of a data race it ends with the race, and its
// two accesses are brought together.
#pragma once
#include "explain/shorten.h"

namespace heddle {

std::optional<ShortRun> shortest(Executor& executor, const std::vector<uint16_t>& picks, bool race,
                                 const SameFailure& same, Budget& budget);

}  // namespace heddle
