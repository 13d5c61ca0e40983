// A livelock is an endless run that a fair scheduler allows and in which every thread that runs tries, again and again, to get out
// of a loop, and none does.
//
// Fair means strongly fair: a thread that can run again and again does run. A thread *tries* when it goes round a loop that can be left.
// It *progresses* when it comes to a loop anew, having left it or another, or goes round a loop that cannot be left, as servers
// have; so do those that it lets go on. Whoever waits for ever is in no loop, and has no steps.
//
// Such a run stays in a strongly connected part of the graph without the steps that are progress. The part must have, for each
// thread that can run somewhere in it, a step of that thread which tries. If some thread has none, then no such run goes through the
// states in which that thread can run, again and again: they are taken away, and what is left falls into smaller parts. If every
// thread has one, then going through all of the part is such a run. Each time some states are taken away, so there are at most as
// many rounds as states, and in practice a few. What is found is exactly what there is: no part that has such a run is taken away.
#include "explore/lasso.h"

#include <algorithm>

#include "base/check.h"
#include "trace/trace.h"

namespace heddle {
namespace {

// Edges by the state they leave.
class Graph {
 public:
  Graph(uint32_t states, const std::vector<StateEdge>& edges) : first_(states + 1), edges_(edges.size()) {
    for (const StateEdge& e : edges) ++first_[e.from + 1];
    for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<uint32_t> at(first_.begin(), first_.end() - 1);
    for (const StateEdge& e : edges) edges_[at[e.from]++] = e;
  }
  uint32_t states() const { return static_cast<uint32_t>(first_.size() - 1); }
  const StateEdge* begin(uint32_t s) const { return edges_.data() + first_[s]; }
  const StateEdge* end(uint32_t s) const { return edges_.data() + first_[s + 1]; }

 private:
  std::vector<uint32_t> first_;
  std::vector<StateEdge> edges_;
};

// Strongly connected parts of a part of the graph (Tarjan, without recursion).
template <class Inside>
class Parts {
 public:
  Parts(const Graph& graph, const Inside& inside)
      : graph_(graph), inside_(inside), index_(graph.states()), low_(graph.states()) {}

  std::vector<std::vector<uint32_t>> of(const std::vector<uint32_t>& states) {
    for (uint32_t s : states)
      if (index_[s] == 0) visit(s);
    return std::move(parts_);
  }

 private:
  struct Visit {
    uint32_t state;
    const StateEdge* next;
  };

  void enter(uint32_t s) {
    index_[s] = low_[s] = ++count_;
    open_.push_back(s);
    visits_.push_back({s, graph_.begin(s)});
  }

  void visit(uint32_t root) {
    enter(root);
    while (!visits_.empty()) {
      Visit& v = visits_.back();
      if (v.next != graph_.end(v.state)) {
        const StateEdge& e = *v.next++;
        if (!inside_(e)) continue;
        if (index_[e.to] == 0) enter(e.to);
        else if (index_[e.to] != kClosed) low_[v.state] = std::min(low_[v.state], index_[e.to]);
        continue;
      }
      const uint32_t s = v.state;
      visits_.pop_back();
      if (!visits_.empty()) low_[visits_.back().state] = std::min(low_[visits_.back().state], low_[s]);
      if (low_[s] == index_[s]) close(s);
    }
  }

  void close(uint32_t s) {
    auto& part = parts_.emplace_back();
    do {
      part.push_back(open_.back());
      index_[open_.back()] = kClosed;
      open_.pop_back();
    } while (part.back() != s);
  }

  static constexpr uint32_t kClosed = UINT32_MAX;
  const Graph& graph_;
  const Inside& inside_;
  std::vector<uint32_t> index_, low_, open_;
  std::vector<Visit> visits_;
  std::vector<std::vector<uint32_t>> parts_;
  uint32_t count_ = 0;
};

// The shortest way from a state to one that is wanted, over edges that are allowed.
template <class Wanted, class Allowed>
std::vector<StateEdge> way(const Graph& graph, uint32_t from, const Wanted& wanted, const Allowed& allowed) {
  std::vector<const StateEdge*> by(graph.states());
  std::vector<uint32_t> queue{from};
  std::vector<bool> seen(graph.states());
  seen[from] = true;
  for (size_t i = 0; i < queue.size(); ++i) {
    uint32_t s = queue[i];
    if (wanted(s)) {
      std::vector<StateEdge> edges;
      for (; s != from; s = by[s]->from) edges.push_back(*by[s]);
      std::reverse(edges.begin(), edges.end());
      return edges;
    }
    for (const StateEdge* e = graph.begin(s); e != graph.end(s); ++e)
      if (allowed(*e) && !seen[e->to]) seen[e->to] = true, by[e->to] = e, queue.push_back(e->to);
  }
  CHECK(false);  // there is one
  return {};
}

class LivelockSearch {
 public:
  LivelockSearch(uint32_t states, const std::vector<StateEdge>& edges)
      : graph_(states, edges), part_(states, kNowhere) {}

  std::optional<Lasso> run() {
    std::vector<std::vector<uint32_t>> rest(1);
    for (uint32_t s = 0; s < graph_.states(); ++s) rest[0].push_back(s);
    uint32_t number = 0;
    while (!rest.empty()) {
      const std::vector<uint32_t> states = std::move(rest.back());
      rest.pop_back();
      for (uint32_t s : states) part_[s] = number;
      const auto within = [&](const StateEdge& e) { return inside(e); };
      for (std::vector<uint32_t>& part : Parts(graph_, within).of(states)) {
        ++number;
        for (uint32_t s : part) part_[s] = number;
        const ThreadSet trying = threads_that_try(part);
        const size_t before = part.size();
        std::vector<uint32_t> left;
        for (uint32_t s : part)
          if ((can_run(s) - trying).none()) left.push_back(s);
        if (trying.any() && left.size() == before) return lasso(part, trying);
        for (uint32_t s : part) part_[s] = kNowhere;
        if (trying.any() && !left.empty()) rest.push_back(std::move(left));
      }
      ++number;
    }
    return std::nullopt;
  }

 private:
  static constexpr uint32_t kNowhere = UINT32_MAX;

  bool inside(const StateEdge& e) const {
    return e.to != StateEdge::kEnd && !(e.marks & Step::kProgresses) && part_[e.from] != kNowhere &&
           part_[e.from] == part_[e.to];
  }
  ThreadSet can_run(uint32_t s) const {
    ThreadSet threads;
    for (const StateEdge* e = graph_.begin(s); e != graph_.end(s); ++e) threads.set(e->thread);
    return threads;
  }
  ThreadSet threads_that_try(const std::vector<uint32_t>& part) const {
    ThreadSet threads;
    for (uint32_t s : part)
      for (const StateEdge* e = graph_.begin(s); e != graph_.end(s); ++e)
        if (inside(*e) && (e->marks & Step::kTries)) threads.set(e->thread);
    return threads;
  }

  // Goes through the part so that each thread tries once, and back.
  Lasso lasso(const std::vector<uint32_t>& part, const ThreadSet& trying) const {
    Lasso found;
    const auto anywhere = [](const StateEdge& e) { return e.to != StateEdge::kEnd; };
    const auto within = [&](const StateEdge& e) { return inside(e); };
    found.stem = way(graph_, 0, [&](uint32_t s) { return part_[s] == part_[part[0]]; }, anywhere);
    const uint32_t begin = found.stem.empty() ? 0 : found.stem.back().to;
    uint32_t at = begin;
    trying.for_each([&](ThreadId t) {
      const StateEdge* step = nullptr;
      const auto tries_here = [&](uint32_t s) {
        for (const StateEdge* e = graph_.begin(s); e != graph_.end(s); ++e)
          if (e->thread == t && (e->marks & Step::kTries) && inside(*e)) return step = e, true;
        return false;
      };
      for (const StateEdge& e : way(graph_, at, tries_here, within)) found.loop.push_back(e);
      found.loop.push_back(*step);
      at = step->to;
    });
    for (const StateEdge& e : way(graph_, at, [&](uint32_t s) { return s == begin; }, within)) found.loop.push_back(e);
    return found;
  }

  Graph graph_;
  std::vector<uint32_t> part_;  // which part each state is in, of those that are looked at
};

}  // namespace

bool has_cycle(uint32_t states, const std::vector<StateEdge>& edges) {
  const Graph graph(states, edges);
  const auto any = [](const StateEdge& e) { return e.to != StateEdge::kEnd; };
  for (const StateEdge& e : edges)
    if (e.from == e.to) return true;
  std::vector<uint32_t> all(states);
  for (uint32_t s = 0; s < states; ++s) all[s] = s;
  const auto parts = Parts(graph, any).of(all);
  return std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.size() > 1; });
}

std::optional<Lasso> find_livelock(uint32_t states, const std::vector<StateEdge>& edges) {
  return LivelockSearch(states, edges).run();
}

}  // namespace heddle
