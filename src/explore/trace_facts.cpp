#include "explore/trace_facts.h"

#include <unordered_map>

namespace heddle {

using causal::Act;
using causal::ActId;
using facts::kNoNode;
using facts::kNoSite;
using facts::SiteId;
using facts::SiteKind;

TraceFacts::Known& TraceFacts::known(const std::vector<bool>& observed) {
  const auto [at, is_new] = known_.try_emplace(observed);
  if (is_new) at->second.deciding = program_->deciding({.termination = true, .observed = observed});
  return at->second;
}

const std::vector<bool>& TraceFacts::written_at(Known& known, const std::vector<bool>& observed, SiteId site) {
  const auto [at, is_new] = known.written.try_emplace(site);
  if (is_new) {
    const facts::NodeId value = program_->sites()[site].value;
    at->second = value == kNoNode ? std::vector<bool>(program_->nodes(), true)
                                  : program_->slice(std::vector{value}, {.termination = true, .observed = observed});
  }
  return at->second;
}

// Acts that static analysis does not know, such as those of code without facts, get a site that is not free and that depends on
// everything.
std::unique_ptr<causal::Freedom> TraceFacts::freedom_of(const causal::TraceModel& model) {
  if (program_ == nullptr || !program_->usable()) return nullptr;
  std::unordered_map<SiteId, uint32_t> numbers;
  std::vector<SiteId> sites;
  std::vector<uint32_t> site_of_act(model.size());
  std::vector<bool> observed(program_->sites().size());
  for (ActId a = 0; a < model.size(); ++a) {
    const Act& act = model[a];
    const SiteId site = is_access(act.op) && act.op != Op::kFree ? program_->site_at(act.position) : kNoSite;
    const auto [at, is_new] = numbers.try_emplace(site, static_cast<uint32_t>(sites.size()));
    if (is_new) sites.push_back(site);
    site_of_act[a] = at->second;
    if (site != kNoSite && program_->sites()[site].fixed && !act.pending) observed[site] = true;
  }
  Known& facts = known(observed);
  std::vector<bool> free(sites.size());
  std::vector<std::vector<bool>> feeds(sites.size(), std::vector<bool>(sites.size(), true));
  for (size_t s = 0; s < sites.size(); ++s) {
    if (sites[s] == kNoSite) continue;
    const facts::Site& site = program_->sites()[sites[s]];
    free[s] = site.result != kNoNode && !facts.deciding[sites[s]];
    if (site.kind == SiteKind::kRead) continue;
    const std::vector<bool>& written = written_at(facts, observed, sites[s]);
    for (size_t r = 0; r < sites.size(); ++r)
      if (sites[r] != kNoSite && program_->sites()[sites[r]].result != kNoNode)
        feeds[r][s] = written[program_->sites()[sites[r]].result];
  }
  return std::make_unique<causal::Freedom>(std::move(site_of_act), std::move(free), std::move(feeds));
}

}  // namespace heddle
