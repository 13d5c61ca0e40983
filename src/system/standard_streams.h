// Descriptors 0 to 2. A process may be started without them (`heddle check x.c >&-`); then the next file that is opened would get
// such a number, and whatever is printed would go into it.
#pragma once
#include <string>

#include "base/result.h"

namespace heddle {

// Called first in main. What is closed is opened, so that reading and writing there fail as they would have.
void hold_standard_streams();

// Writing to a pipe that nobody reads, or beyond the limit on file sizes, is an error of that write and not the end of this process.
void survive_failing_writes();

// What printf has left to say is written. An error if that, or something before it, failed.
Status flush_standard_output();

}  // namespace heddle
