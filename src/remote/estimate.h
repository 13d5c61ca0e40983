// estimate: how long would this check take? A moment of the search itself and many random probes.
#pragma once
#include <string>

#include "base/result.h"
#include "remote/check.h"

namespace heddle {

struct Estimate {
  double executions = 0;     // of the whole search
  double low = 0, high = 0;  // an interval, if `probes` > 0
  uint64_t probes = 0;       // random runs it rests on; 0: on the part of its own tree that the engine went through
  double explored = 0;       // that part, in [0, 1]
  bool exact = false;        // the search has ended
  double rate = 0;           // executions a second, measured
  std::string engine;        // whose executions these are: dpor, where mcr and auto cannot say anything
};

// Of mcr and auto, where a moment is not enough: how many executions dpor makes. An error if the program cannot be run, or nothing can be said about this engine.
Result<Estimate> estimate(const CheckRequest& request);

}  // namespace heddle
