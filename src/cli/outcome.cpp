#include "cli/outcome.h"

#include <cstdio>

namespace heddle {

int exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified: return kExitVerified;
    case Verdict::kBug: return kExitBug;
    case Verdict::kInconclusive: return kExitInconclusive;
  }
  return kExitInconclusive;
}

int code_if_not_written(int code) { return code == kExitVerified ? static_cast<int>(kExitInconclusive) : code; }

void print_error(const Error& error) {
  std::fprintf(stderr, "heddle: error: %s\n", error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  %s\n", error.hint.c_str());
}

}  // namespace heddle
