// smaller_inputs: from a failing run to one with smaller inputs that fails in the same way.
//
//   picks = smaller_inputs(executor, picks, same_failure, false, budget);
//
// A solver names any values that lead to a failure. People want the smallest: 0 where it does not matter, 6 and not 48,211 where more than
// 5 is needed. So each input in turn is made smaller, with the schedule kept, for as long as the run fails so: all of it at once, its bits
// from the highest, then by halving the distance to what is too small. Magnitude counts: -1 is as small as 1.
#pragma once
#include <cstdint>
#include <vector>

#include "explain/budget.h"
#include "explain/shorten.h"
#include "explore/executor.h"

namespace heddle {

// `text`: inputs of one byte are characters, and a letter is preferred to what cannot be printed. The picks of a run that fails so, if
// that of `picks` does; else `picks`.
std::vector<uint16_t> smaller_inputs(Executor& executor, const std::vector<uint16_t>& picks, const SameFailure& same,
                                     bool text, Budget& budget);

}  // namespace heddle
