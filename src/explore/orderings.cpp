// Orderings are counted front by front: a front says how many events of each thread have been placed, and
// the number of ways to get there is the sum over the events that can have come last. Threads that have nothing to do with
// each other are counted apart, and then mixed in every way.
#include "explore/orderings.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace heddle {
namespace {

constexpr size_t kMostFronts = 100000;  // of one group of threads

// The threads of one group, numbered anew, with their events in order.
class Group {
 public:
  Group(const Path& path, const std::vector<std::vector<uint32_t>>& events) : path_(path), events_(events) {
    uint64_t next = 1;
    for (const auto& own : events_) {
      unit_.push_back(next);
      if (next > UINT64_MAX / (own.size() + 1)) too_many_ = true;
      next *= own.size() + 1;
      size_ += own.size();
      for (uint32_t k : own) needs_.push_back(needs_of(k));
    }
  }
  size_t size() const { return size_; }

  double log_orderings() const {
    if (too_many_) return -1;
    std::unordered_map<uint64_t, double> fronts{{0, 1.0}}, longer;
    double scale = 0;
    for (size_t placed = 0, seen = 0; placed < size_; ++placed) {
      longer.clear();
      double most = 0;
      for (const auto& [front, ways] : fronts)
        for_each_next(front, [&](uint64_t to) { most = std::max(most, longer[to] += ways); });
      if ((seen += longer.size()) > kMostFronts) return -1;
      for (auto& [front, ways] : longer) ways /= most;
      scale += std::log(most);
      fronts.swap(longer);
    }
    return scale + std::log(fronts.begin()->second);
  }

 private:
  // How many events of each thread come before this one.
  std::vector<uint32_t> needs_of(uint32_t k) const {
    std::vector<uint32_t> needs;
    for (const auto& other : events_) {
      const auto end =
          std::partition_point(other.begin(), other.end(), [&](uint32_t j) { return j < k && path_.before(j, k); });
      needs.push_back(static_cast<uint32_t>(end - other.begin()));
    }
    return needs;
  }

  template <class F>
  void for_each_next(uint64_t front, F&& f) const {
    size_t first = 0;  // of this thread's events, in `needs_`
    const auto placed = [&](size_t t) { return front / unit_[t] % (events_[t].size() + 1); };
    for (size_t t = 0; t < events_.size(); first += events_[t].size(), ++t) {
      const size_t done = placed(t);
      if (done == events_[t].size()) continue;
      const std::vector<uint32_t>& needs = needs_[first + done];
      bool possible = true;
      for (size_t u = 0; u < events_.size() && possible; ++u) possible = u == t || needs[u] <= placed(u);
      if (possible) f(front + unit_[t]);
    }
  }

  const Path& path_;
  std::vector<std::vector<uint32_t>> events_;
  std::vector<uint64_t> unit_;                // what one more event of a thread adds to the number of a front
  std::vector<std::vector<uint32_t>> needs_;  // per event, thread after thread
  size_t size_ = 0;
  bool too_many_ = false;
};

}  // namespace

double log_orderings(const Path& path) {
  std::vector<std::vector<uint32_t>> events;
  std::vector<size_t> group;  // of each thread: another thread of its group, or itself
  const auto find = [&](size_t t) {
    while (group[t] != t) t = group[t];
    return t;
  };
  for (size_t k = 0; k < path.size(); ++k) {
    const ThreadId t = path.event(k).thread;
    while (events.size() <= t) group.push_back(events.size()), events.emplace_back();
    for (size_t u = 0; u < events.size(); ++u)
      if (u != t && !events[u].empty() && path.before(events[u].front(), k)) group[find(u)] = find(t);
    events[t].push_back(static_cast<uint32_t>(k));
  }
  double sum = std::lgamma(static_cast<double>(path.size()) + 1);
  for (size_t root = 0; root < events.size(); ++root) {
    if (find(root) != root) continue;
    std::vector<std::vector<uint32_t>> members;
    for (size_t t = 0; t < events.size(); ++t)
      if (find(t) == root && !events[t].empty()) members.push_back(events[t]);
    if (members.empty()) continue;
    const Group threads(path, members);
    const double log = threads.log_orderings();
    if (log < 0) return -1;
    sum += log - std::lgamma(static_cast<double>(threads.size()) + 1);
  }
  return std::max(0.0, sum);
}

}  // namespace heddle
