// Exit codes, and how errors are told.
#pragma once
#include <string>

#include "base/result.h"
#include "report/report.h"

namespace heddle {

enum ExitCode : int { kExitVerified = 0, kExitBug = 1, kExitWrongUse = 2, kExitInconclusive = 3 };

int exit_code(Verdict verdict);
// The code of a command that could not write everything it was asked for: what is verified is not all that was asked.
int code_if_not_written(int code);
// On standard error: what happened, then what to do about it.
void print_error(const Error& error);

}  // namespace heddle
