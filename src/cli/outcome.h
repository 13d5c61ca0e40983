// Exit codes, and how errors are told.
#pragma once
#include <string>

#include "base/result.h"
#include "report/report.h"

namespace heddle {

enum ExitCode : int { kExitVerified = 0, kExitBug = 1, kExitWrongUse = 2, kExitInconclusive = 3 };

int exit_code(Verdict verdict);
// On standard error: what happened, then what to do about it.
void print_error(const Error& error);

}  // namespace heddle
