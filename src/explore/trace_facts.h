// TraceFacts: what static analysis (src/facts) says about the reads of a trace, as the solvers want it (causal/freedom.h).
#pragma once
#include <map>
#include <memory>

#include "causal/freedom.h"
#include "facts/program.h"

namespace heddle {

class TraceFacts {
 public:
  // Null: there are no facts.
  explicit TraceFacts(const facts::Program* program) : program_(program) {}

  // Null if there are no facts.
  std::unique_ptr<causal::Freedom> freedom_of(const causal::TraceModel& model);

 private:
  // What follows from the sites that a trace shows to be observed: reads of memory that is always the same and that is seen, so that
  // who wrote it is known from the trace.
  struct Known {
    std::vector<bool> deciding;                          // per site
    std::map<facts::SiteId, std::vector<bool>> written;  // per site that writes: nodes that what it writes depends on
  };
  Known& known(const std::vector<bool>& observed);
  const std::vector<bool>& written_at(Known& known, const std::vector<bool>& observed, facts::SiteId site);

  const facts::Program* program_;
  std::map<std::vector<bool>, Known> known_;
};

}  // namespace heddle
