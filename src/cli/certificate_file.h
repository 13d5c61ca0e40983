// --certificate FILE: what the engine proved, with what it belongs to, in a file that `heddle verify-certificate` reads.
#pragma once
#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "cli/program.h"
#include "remote/check.h"

namespace heddle {

// The file. An error says why there is none: the verdict is not `verified`, or the engine has nothing to show.
Result<std::string> certificate_text(const CheckOptions& options, const PreparedProgram& program,
                                     const CheckResult& result, bool verified);

}  // namespace heddle
