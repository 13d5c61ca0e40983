// fingerprint: what stays the same about a finding when lines move or directories change: its kind, the name of its file,
// its function and the text of its source line. Services use it to recognise a finding from one check to the next.
#pragma once
#include <string>

#include "report/explain.h"

namespace heddle {

std::string fingerprint(const Explanation& explanation);

}  // namespace heddle
