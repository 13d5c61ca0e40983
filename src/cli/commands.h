// The commands. Each returns the exit code.
#pragma once
#include "cli/options.h"

namespace heddle {

int check_command(const CheckOptions& options);
int replay_command(const ReplayOptions& options);
int verify_certificate_command(const VerifyOptions& options);
int doctor_command();
int analyze_command(const AnalyzeOptions& options);
int explain_command(const ExplainOptions& options);

}  // namespace heddle
