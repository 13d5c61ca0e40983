#include "certificate/alike.h"

#include <algorithm>
#include <string>

namespace heddle::certificate {
namespace {

class Checker {
 public:
  Checker(const Certificate& certificate, const Model& model) : certificate_(certificate), model_(model) {}

  Result<std::vector<std::vector<ThreadId>>> run() {
    for (const auto& [a, b] : certificate_.alike) add(a, b);
    if (!groups_.empty()) {
      check_exits();
      for (const auto& group : groups_) check(group);
    }
    if (!problem_.empty()) return Error{problem_, ""};
    return std::move(groups_);
  }

 private:
  void fail(ThreadId t, const char* what) {
    if (problem_.empty()) problem_ = "thread " + std::to_string(t) + " is not like others: " + what;
  }
  bool exists(ThreadId t) const { return t < model_.roots.size() && model_.roots[t] != 0; }

  // Each pair names the first of its group.
  void add(ThreadId a, ThreadId b) {
    for (const ThreadId t : {a, b})
      if (t == kMainThread || !exists(t)) return fail(t, "there is no such thread, or it is main");
    for (const auto& group : groups_)
      if (std::ranges::find(group, b) != group.end()) return fail(b, "it is named twice");
    const auto found = std::ranges::find_if(groups_, [&](const auto& group) { return group.front() == a; });
    if (a >= b || (found != groups_.end() && found->back() >= b)) return fail(b, "it is named out of order");
    if (found == groups_.end()) groups_.push_back({a, b});
    else found->push_back(b);
  }

  // All nodes that can follow these.
  std::vector<uint32_t> from(std::vector<uint32_t> open) const {
    std::vector<uint32_t> list;
    std::vector<bool> seen(model_.nodes.size());
    const auto push = [&](uint32_t n) {
      if (n != 0 && !seen[n]) seen[n] = true, list.push_back(n);
    };
    for (const uint32_t n : open) push(n);
    for (size_t i = 0; i < list.size(); ++i) {
      const BoundNode& n = model_.nodes[list[i]];
      push(n.then);
      for (const Edge& e : n.edges) push(e.to);
    }
    return list;
  }
  // Where threads begin: all of them, or all but main.
  std::vector<uint32_t> beginnings(bool main) const {
    std::vector<uint32_t> list(model_.roots.begin() + (main ? 0 : 1), model_.roots.end());
    for (const BoundNode& n : model_.nodes)
      if (n.kind == Kind::kCreate) list.push_back(n.begins);
    return list;
  }

  void check_exits() {
    for (const uint32_t n : from(beginnings(false)))
      if (model_.nodes[n].kind == Kind::kExit) fail(groups_[0][0], "a thread other than main calls exit");
  }

  void check(const std::vector<ThreadId>& group) {
    const auto is_member = [&](uint64_t t) { return std::ranges::find(group, t) != group.end(); };
    const uint32_t root = model_.roots[group.front()];
    for (const ThreadId t : group)
      if (model_.roots[t] != root) fail(t, "it does something else");
    for (const uint32_t n : from({root})) {
      const Kind kind = model_.nodes[n].kind;
      if (kind == Kind::kCreate || kind == Kind::kJoin || kind == Kind::kEndProcess)
        fail(group.front(), "it creates or joins threads, or ends the process");
    }
    for (const uint32_t id : from(beginnings(true))) {
      const BoundNode& n = model_.nodes[id];
      if (n.kind == Kind::kCreate && is_member(n.at) && n.begins != root)
        fail(group.front(), "it begins elsewhere too");
      if (n.kind != Kind::kJoin) continue;
      if (n.value != 0 && is_member(n.at)) fail(group.front(), "its result is taken");
      const auto joined = std::ranges::count_if(n.joins, is_member);
      if (n.value == 0 && joined != 0 && joined != static_cast<std::ptrdiff_t>(group.size()))
        fail(group.front(), "it is joined without the others");
    }
  }

  const Certificate& certificate_;
  const Model& model_;
  std::vector<std::vector<ThreadId>> groups_;
  std::string problem_;
};

}  // namespace

Result<std::vector<std::vector<ThreadId>>> find_groups(const Certificate& certificate, const Model& model) {
  return Checker(certificate, model).run();
}

}  // namespace heddle::certificate
