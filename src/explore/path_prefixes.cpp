#include "explore/path_prefixes.h"

#include <algorithm>

#include "base/hash.h"

namespace heddle {

using causal::kNoNode;
using causal::Next;
using causal::Node;
using causal::NodeId;
using causal::PathMark;
using causal::Pool;

namespace {

constexpr uint64_t kMost = uint64_t{1} << 62;  // combinations of one run that are counted

// From where the thread begins to `end`.
std::vector<NodeId> way_to(const Pool& pool, NodeId end) {
  std::vector<NodeId> way;
  for (NodeId n = end; n != kNoNode; n = pool[n].parent) way.push_back(n);
  std::ranges::reverse(way);
  return way;
}

bool is_stopped(const Pool& pool, NodeId n) { return n != kNoNode && pool[n].next == Next::kStopped; }

// An assumption that holds here: in executions where it does not, nothing happens that counts.
bool is_assumption(const Pool& pool, NodeId at, NodeId after) {
  bool other_stops = false;
  pool.for_each_edge(at, [&](const causal::Edge& e) { other_stops |= e.to != after && is_stopped(pool, e.to); });
  return other_stops && pool[at].next == Next::kAsk && pool.terms()[pool[at].term].width == 1;
}

uint64_t hash_of(const PathMarks& marks) {
  uint64_t hash = 0;
  for (const PathMark& m : marks) hash = mix(mix(hash, m.at), m.differs ? m.known.size() + 1 : 0);
  return hash;
}

bool may_end(const Pool& pool, const PathMark& m) {
  return m.at != kNoNode && !m.differs && pool[m.until].next == Next::kEnd && !calls_exit(pool[m.until]);
}

// The mark ends before `stop`, which is on its way.
PathMark cut_at(const Pool& pool, NodeId stop) {
  PathMark cut{kNoNode, stop, false, {}};
  NodeId n = stop;
  while (pool[n].parent != kNoNode && !is_decision(pool, pool[n].parent)) n = pool[n].parent;
  cut.at = n;
  return cut;
}

}  // namespace

bool is_decision(const Pool& pool, NodeId id) {
  const Node& n = pool[id];
  if (n.next == Next::kAsk) return true;
  return n.next == Next::kEvent && n.op != Op::kUnlock && tells(n);
}

NodeId after_mark(const Pool& pool, NodeId end, const PathMark& mark) {
  if (mark.at == kNoNode) return kNoNode;
  NodeId after = kNoNode;
  while (end > mark.at) after = end, end = pool[end].parent;
  if (end != mark.at) return kNoNode;
  if (!mark.differs) return mark.at;
  if (after == kNoNode || std::ranges::find(mark.known, pool[after].key) != mark.known.end()) return kNoNode;
  return after;
}

bool has_prefix(const Pool& pool, const PathEnds& ends, const PathMarks& marks) {
  for (size_t t = 0; t < marks.size(); ++t)
    if (marks[t].at != kNoNode && (t >= ends.size() || after_mark(pool, ends[t], marks[t]) == kNoNode)) return false;
  return true;
}

void cut_off(const Pool& pool, PathMarks& marks) {
  for (bool changed = true; std::exchange(changed, false);) {
    for (PathMark& m : marks) {
      if (m.at == kNoNode) continue;
      const std::vector<NodeId> way = way_to(pool, m.until);
      const auto creates = [&](const PathMark& other) {
        for (NodeId n = other.at == kNoNode ? kNoNode : other.until; n != kNoNode; n = pool[n].parent)
          if (pool[n].next == Next::kCreate && pool[n].begins == way.front()) return true;
        return false;
      };
      if (pool[way.front()].thread != kMainThread && std::ranges::none_of(marks, creates)) {
        m = {};
        changed = true;
        continue;
      }
      for (NodeId n : way)
        if (n != m.until && pool[n].next == Next::kJoin &&
            (pool[n].object >= marks.size() || !may_end(pool, marks[pool[n].object]))) {
          m = cut_at(pool, n);
          changed = true;
          break;
        }
    }
  }
}

PathPrefixes::PathPrefixes(const Pool& pool, PathEnds base, PathEnds ends, PathMarks fixed)
    : base_(std::move(base)), ends_(std::move(ends)), fixed_(std::move(fixed)) {
  base_.resize(ends_.size());
  prepare(pool);
  end_ = 1;
  for (const PathEnds& of_thread : decisions_)
    end_ = end_ > kMost / (of_thread.size() + 1) ? kMost : end_ * (of_thread.size() + 1);
  const bool any_fixed = std::ranges::any_of(fixed_, [](const PathMark& m) { return m.at != kNoNode; });
  at_ = any_fixed ? 0 : 1;  // else the first is the run itself
}

void PathPrefixes::prepare(const Pool& pool) {
  decisions_.assign(ends_.size(), {});
  whole_.assign(ends_.size(), {});
  for (size_t t = 0; t < ends_.size(); ++t) {
    if (is_fixed(t) || ends_[t] == kNoNode) continue;
    whole_[t] = cut_at(pool, ends_[t]);
    const std::vector<NodeId> way = way_to(pool, ends_[t]);
    for (size_t i = 0; i + 1 < way.size(); ++i)
      if (way[i] >= base_[t] && is_decision(pool, way[i]) && !is_assumption(pool, way[i], way[i + 1]))
        decisions_[t].push_back(way[i]);
  }
}

bool PathPrefixes::next(const Pool& pool, PathPrefix& prefix) {
  while (at_ < end_) {
    uint64_t rest = at_++;
    prefix.base = base_;
    prefix.marks.assign(ends_.size(), {});
    bool stopped = false;
    for (size_t t = 0; t < ends_.size(); ++t) {
      const uint64_t digit = rest % (decisions_[t].size() + 1);
      rest /= decisions_[t].size() + 1;
      if (is_fixed(t)) {
        prefix.marks[t] = fixed_[t];
      } else if (digit == 0) {
        prefix.marks[t] = whole_[t];
        stopped |= is_stopped(pool, ends_[t]);
      } else {
        const NodeId at = decisions_[t][digit - 1];
        NodeId after = ends_[t];
        while (pool[after].parent != at) after = pool[after].parent;
        prefix.marks[t] = {at, at, true, {pool[after].key}};
      }
    }
    if (stopped) continue;
    cut_off(pool, prefix.marks);
    if (seen_.insert(hash_of(prefix.marks)).second) return true;
  }
  return false;
}

PathPrefixes PathPrefixes::split() {
  PathPrefixes half = *this;
  half.at_ = at_ + left() / 2;
  end_ = half.at_;
  return half;
}

void save_mark(Writer& out, const PathMark& mark) {
  out.put(mark.at);
  out.put(mark.until);
  out.put<uint8_t>(mark.differs);
  out.put(mark.known);
}

PathMark load_mark(Reader& in) {
  PathMark mark;
  mark.at = in.get<NodeId>();
  mark.until = in.get<NodeId>();
  mark.differs = in.get<uint8_t>() != 0;
  mark.known = in.get_vector<uint64_t>();
  return mark;
}

void PathPrefixes::save(Writer& out) const {
  out.put(base_);
  out.put(ends_);
  out.put<uint64_t>(fixed_.size());
  for (const PathMark& m : fixed_) save_mark(out, m);
  out.put(at_);
  out.put(end_);
  out.put(std::vector<uint64_t>(seen_.begin(), seen_.end()));
}

bool PathPrefixes::load(Reader& in, const Pool& pool) {
  base_ = in.get_vector<NodeId>();
  ends_ = in.get_vector<NodeId>();
  for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) fixed_.push_back(load_mark(in));
  at_ = in.get<uint64_t>();
  end_ = in.get<uint64_t>();
  for (uint64_t hash : in.get_vector<uint64_t>()) seen_.insert(hash);
  if (!in.ok() || base_.size() != ends_.size()) return false;
  for (NodeId n : ends_)
    if (n >= pool.size()) return false;
  prepare(pool);
  return true;
}

}  // namespace heddle
