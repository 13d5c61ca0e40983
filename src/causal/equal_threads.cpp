#include "causal/equal_threads.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "trace/contents.h"

namespace heddle::causal {
namespace {

// A join that takes no result.
bool is_plain_join(const Node& n) { return n.next == Next::kJoin && n.value == 0; }

}  // namespace

// Of what is_same compares, and of what follows.
uint64_t EqualThreads::hash_of(NodeId id, const std::vector<uint64_t>& hashes) const {
  const Node& n = pool_[id];
  uint64_t h = mix(mix(static_cast<uint64_t>(n.next), static_cast<uint64_t>(n.op)), mix(n.object, n.second));
  h = mix(mix(h, n.value), mix(n.position, n.term));
  if (n.child != kNoNode) h = mix(h, hashes[n.child]);
  uint64_t edges = 0;
  pool_.for_each_edge(id, [&](const Edge& e) { edges += mix(mix(e.key, e.written), hashes[e.to]); });
  return mix(h, edges);
}

bool EqualThreads::is_same(const Node& a, const Node& b) const {
  const auto what = [](const Node& n) {
    return std::tuple(n.next, n.op, n.flags, n.object, n.second, n.value, n.position, n.length, n.term, n.registers);
  };
  const auto more = [](const Node& n) {
    return std::tuple(n.blind, n.fills, n.opens_section, n.held, n.holds, n.list_size, n.contents == 0,
                      n.child == kNoNode);
  };
  if (what(a) != what(b) || more(a) != more(b) || a.next == Next::kCreate || a.next == Next::kJoin) return false;
  if (a.contents != 0 && !std::equal(pool_.contents(a), pool_.contents(a) + words_of(a.length), pool_.contents(b)))
    return false;
  if (a.next != Next::kAwait) return true;
  const auto same = [](const Condition& c, const Condition& d) {
    return c.op == d.op && c.address == d.address && c.length == d.length && c.value == d.value;
  };
  return std::ranges::equal(pool_.conditions(a), pool_.conditions(b), same);
}

// Goes through both trees side by side. What it notes of trees that differ is of no use.
bool EqualThreads::match(NodeId root, NodeId other) {
  std::vector<std::pair<NodeId, NodeId>> open = {{root, other}};
  while (!open.empty()) {
    const auto [n, m] = open.back();
    open.pop_back();
    if (!is_same(pool_[n], pool_[m])) return false;
    like_node_[m] = n;
    if (pool_[n].child != kNoNode) open.emplace_back(pool_[n].child, pool_[m].child);
    int edges = 0;
    bool same = true;
    pool_.for_each_edge(m, [&](const Edge&) { --edges; });
    pool_.for_each_edge(n, [&](const Edge& e) {
      ++edges;
      const Edge* f = pool_.find(m, e.key);
      same = same && f != nullptr && f->written == e.written && f->failed == e.failed && e.contents == 0 &&
             f->contents == 0;
      if (same) open.emplace_back(e.to, f->to);
    });
    if (!same || edges != 0) return false;
  }
  return true;
}

// Whoever joins one of them joins all of them, one right after the other. Then the first of these joins stands for all.
bool EqualThreads::joined_together(const std::vector<ThreadId>& group, const std::vector<NodeId>& joins) {
  for (NodeId join : joins) {
    if (std::ranges::find(group, static_cast<ThreadId>(pool_[join].object)) == group.end()) continue;
    if (!is_plain_join(pool_[join])) return false;
    NodeId first = join;
    while (pool_[first].parent != kNoNode && is_plain_join(pool_[pool_[first].parent])) first = pool_[first].parent;
    size_t joined = 0;
    for (NodeId n = first; n != kNoNode && is_plain_join(pool_[n]); n = pool_[n].child) {
      joined += std::ranges::find(group, static_cast<ThreadId>(pool_[n].object)) != group.end();
      like_node_[n] = first;
    }
    if (joined != group.size()) return false;
  }
  return true;
}

void EqualThreads::compute(std::span<const ThreadId> threads, const ThreadSet& apart) {
  size_ = pool_.size();
  any_ = false;
  like_thread_.assign(kMaxThreads, kNone);
  like_node_.assign(size_, kNoNode);
  std::vector<uint8_t> counts(kMaxThreads);
  for (ThreadId t : threads) counts[t] = t != kMainThread && !apart.test(t) && pool_.roots(t).size() == 1;
  std::vector<uint64_t> hashes(size_);
  std::vector<NodeId> joins;
  for (NodeId n = size_; n-- > 1;) {
    if (counts[pool_[n].thread]) hashes[n] = hash_of(n, hashes);
    if (pool_[n].next == Next::kJoin) joins.push_back(n);
  }
  std::unordered_map<uint64_t, std::vector<ThreadId>> groups;
  for (ThreadId t : threads)
    if (counts[t]) groups[hashes[pool_.root(t)]].push_back(t);
  for (auto& [hash, group] : groups) {
    const ThreadId first = group.front();
    std::erase_if(group, [&](ThreadId t) { return t != first && !match(pool_.root(first), pool_.root(t)); });
    if (group.size() < 2 || !joined_together(group, joins)) continue;
    for (ThreadId t : group) like_thread_[t] = first;
    any_ = true;
  }
  // Joins of a group that fell through, and nodes of threads that differ after all, are as themselves.
  for (NodeId n = 1; n < size_ && any_; ++n) {
    const bool is_join = pool_[n].next == Next::kJoin;
    if (is_join ? !joins_equals(n) : like_thread_[pool_[n].thread] == kNone) like_node_[n] = kNoNode;
  }
}

bool EqualThreads::joins_equals(NodeId n) const {
  if (!is_plain_join(pool_[n])) return false;
  NodeId first = n;
  while (pool_[first].parent != kNoNode && is_plain_join(pool_[pool_[first].parent])) first = pool_[first].parent;
  for (; first != kNoNode && is_plain_join(pool_[first]); first = pool_[first].child)
    if (like_thread_[pool_[first].object] != kNone) return true;
  return false;
}

bool EqualThreads::holds() const {
  for (NodeId n = size_; n < pool_.size() && any_; ++n) {
    const Node& node = pool_[n];
    if (has_equal(node.thread)) return false;
    if (node.next == Next::kJoin && has_equal(static_cast<ThreadId>(node.object))) return false;
    if (node.parent != kNoNode && node.parent < size_ && pool_[node.parent].next == Next::kJoin) return false;
  }
  return true;
}

}  // namespace heddle::causal
