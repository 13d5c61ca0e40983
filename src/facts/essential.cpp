#include "facts/essential.h"

namespace heddle::facts {
namespace {

constexpr bool is_access(SiteKind kind) {
  return kind == SiteKind::kRead || kind == SiteKind::kWrite || kind == SiteKind::kUpdate;
}

class Closure {
 public:
  Closure(const Program& program, const Concerns& concerns)
      : program_(program), concerns_(concerns), reached_(program.nodes()), essential_(program.sites().size()) {}

  std::vector<bool> run() {
    for (NodeId n : program_.acts()) reach(n, kUp);
    if (concerns_.memory)
      for (NodeId n : program_.lives()) reach(n, kUp);
    if (concerns_.exit_code) reach(program_.main_result(), kUp);
    for (SiteId s = 0; s < essential_.size(); ++s) {
      const Site& site = program_.sites()[s];
      if (!is_access(site.kind)) essential_[s] = true;
      if (!concerns_.memory) continue;
      if (site.kind == SiteKind::kDivision || (is_access(site.kind) && !site.valid)) take(s);
    }
    for (bool more = true; more;) {
      follow();
      more = false;
      for (SiteId s = 0; s < essential_.size(); ++s)
        if (!essential_[s] && matters(program_.sites()[s])) take(s), more = true;
    }
    return std::move(essential_);
  }

 private:
  enum : uint8_t { kDown = 1, kUp = 2 };  // as in Program::slice

  void reach(NodeId node, uint8_t phase) {
    if (node == kNoNode || reached_[node] >= phase) return;
    reached_[node] = phase;
    open_.emplace_back(node, phase);
  }

  void take(SiteId s) {
    essential_[s] = true;
    reach(program_.sites()[s].control, kUp);
    reach(program_.sites()[s].address, kUp);
  }

  bool matters(const Site& s) const {
    return (s.result != kNoNode && reached_[s.result] != 0) || (s.value != kNoNode && reached_[s.value] != 0);
  }

  void follow() {
    while (!open_.empty()) {
      const auto [node, phase] = open_.back();
      open_.pop_back();
      for (const Edge& e : program_.into(node)) switch (e.link) {
          case Link::kFlow:
          case Link::kSummary: reach(e.node, phase); break;
          case Link::kTermination:
            if (concerns_.termination) reach(e.node, phase);
            break;
          case Link::kMemory: reach(e.node, kUp); break;
          case Link::kCall:
            if (phase == kUp) reach(e.node, kUp);
            break;
          case Link::kReturn: reach(e.node, kDown); break;
        }
    }
  }

  const Program& program_;
  const Concerns& concerns_;
  std::vector<uint8_t> reached_;
  std::vector<bool> essential_;
  std::vector<std::pair<NodeId, uint8_t>> open_;
};

}  // namespace

std::vector<bool> essential_sites(const Program& program, const Concerns& concerns) {
  return Closure(program, concerns).run();
}

}  // namespace heddle::facts
