// Runs of a program under random schedules, each followed through the trees of a certificate.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "certificate/certificate.h"
#include "remote/worker_process.h"

namespace heddle {

struct CertifiedRuns {
  uint64_t made = 0;    // runs that were followed to their ends
  std::string refused;  // why the certificate is not one of this program: an event that it does not have, a failure
  std::string reason;   // why not all runs could be made; else empty
};

// The certificate is well formed. `go_on` is asked between runs.
CertifiedRuns run_certified(const certificate::Certificate& certificate, const Program& program,
                            WorkerSettings settings, uint64_t runs, uint64_t seed, const std::function<bool()>& go_on);

}  // namespace heddle
