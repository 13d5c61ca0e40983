#include "facts/program.h"

#include <algorithm>

namespace heddle::facts {

SiteId Program::site_at(uint64_t position) const {
  const auto found = by_position_.find(position);
  return found == by_position_.end() ? kNoSite : found->second;
}

namespace {

void add(std::vector<NodeId>& nodes, NodeId node) {
  if (node != kNoNode) nodes.push_back(node);
}

}  // namespace

std::vector<NodeId> Program::happens(SiteId id) const {
  std::vector<NodeId> nodes;
  add(nodes, sites_[id].control);
  add(nodes, sites_[id].address);
  return nodes;
}

std::vector<NodeId> Program::nodes_of(SiteId id) const {
  std::vector<NodeId> nodes = happens(id);
  add(nodes, sites_[id].value);
  add(nodes, sites_[id].result);
  return nodes;
}

// In the first phase the slice goes up, from a function to its callers, and past calls by their summaries; in the second it goes
// down into what is called, and never up again. Memory is written by anybody: behind it everything starts again.
std::vector<bool> Program::slice(std::span<const NodeId> from, const SliceOptions& options) const {
  enum : uint8_t { kDown = 1, kUp = 2 };
  std::vector<uint8_t> reached(nodes());
  std::vector<std::pair<NodeId, uint8_t>> open;
  const auto reach = [&](NodeId node, uint8_t phase) {
    if (reached[node] >= phase) return;
    reached[node] = phase;
    open.emplace_back(node, phase);
  };
  std::vector<bool> observed(options.observed.empty() ? 0 : nodes());
  for (SiteId s = 0; s < options.observed.size(); ++s)
    if (options.observed[s] && sites_[s].result != kNoNode) observed[sites_[s].result] = true;
  for (NodeId node : from) reach(node, kUp);
  while (!open.empty()) {
    const auto [node, phase] = open.back();
    open.pop_back();
    for (const Edge& e : into(node)) switch (e.link) {
        case Link::kFlow:
        case Link::kSummary: reach(e.node, phase); break;
        case Link::kTermination:
          if (options.termination) reach(e.node, phase);
          break;
        case Link::kMemory:
          if (observed.empty() || !observed[node]) reach(e.node, kUp);
          break;
        case Link::kCall:
          if (phase == kUp) reach(e.node, kUp);
          break;
        case Link::kReturn: reach(e.node, kDown); break;
      }
  }
  std::vector<bool> mask(nodes());
  for (NodeId n = 0; n < nodes(); ++n) mask[n] = reached[n] != 0;
  return mask;
}

bool Program::depends(SiteId on, SiteId site) const {
  const NodeId read = sites_[on].result;
  if (read == kNoNode) return false;
  return slice(nodes_of(site), {})[read];
}

std::vector<bool> Program::deciding(const SliceOptions& options) const {
  std::vector<NodeId> from = ends_;
  for (SiteId s = 0; s < sites_.size(); ++s) {
    if (sites_[s].kind == SiteKind::kBranch || sites_[s].kind == SiteKind::kCall) continue;
    add(from, sites_[s].control);
    add(from, sites_[s].address);
  }
  const std::vector<bool> mask = slice(from, options);
  std::vector<bool> decides(sites_.size(), true);
  for (SiteId s = 0; s < sites_.size(); ++s)
    if (sites_[s].result != kNoNode) decides[s] = mask[sites_[s].result];
  return decides;
}

}  // namespace heddle::facts
