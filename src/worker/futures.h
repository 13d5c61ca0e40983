// What other threads may still do, for the runtime to ask (runtime/relevance.h): facts in the program's files, and where its threads stand.
#pragma once
#include "trace/relevance.h"

namespace heddle {

// Before the first run. Without facts about the whole program nothing is concluded: others may do anything.
void load_futures(const RelevanceOptions& options);

}  // namespace heddle
