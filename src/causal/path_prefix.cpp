// PathQuestion about a path prefix (Definition 3.1 of the maximal path causality paper): of each thread a first part of one local path,
// the last decision of which may be "something else than what was seen". Only what lies on these paths takes part, so an
// answer hangs on nothing that other runs have shown.
#include <algorithm>

#include "causal/path_question.h"
#include "causal/pool_machine.h"
#include "trace/input.h"

namespace heddle::causal {
namespace {

class PrefixWalk {
 public:
  PrefixWalk(const PathQuestion& question, const PathAnswer& answer)
      : question_(question), pool_(question.pool()), answer_(answer), machine_(pool_) {}

  std::optional<std::vector<uint16_t>> run() {
    std::vector<ThreadId> threads;
    for (size_t t = 0; t < question_.marks().size(); ++t)
      if (question_.marks()[t].at != kNoNode) threads.push_back(static_cast<ThreadId>(t));
    machine_.start(threads, nullptr);
    if (!settle()) return std::nullopt;
    for (NodeId step : answer_.steps) {
      const int i = machine_.index(pool_[step].thread);
      if (machine_.over() || i < 0 || machine_.at(i) != step || !perform(i, step) || !settle()) return std::nullopt;
    }
    for (ThreadId t : threads)
      if (!has_come_to(machine_.index(t))) return std::nullopt;
    return std::move(path_);
  }

 private:
  const PathMark& mark(int i) const { return question_.marks()[machine_.thread(i)]; }

  bool perform(int i, NodeId step) {
    if (!machine_.can_perform(i) || machine_.is_waiting(i) || machine_.choices(i) > 1) return false;
    path_.push_back(machine_.thread(i));
    if (pool_[step].op == Op::kInput) {
      const auto at = std::ranges::find(answer_.inputs, step, &std::pair<NodeId, uint64_t>::first);
      const uint64_t value = at == answer_.inputs.end() ? 0 : at->second;
      machine_.receive_next(value & word_mask(static_cast<int>(pool_[step].length)));
      for (int k = 0; k < input_steps(pool_[step].length); ++k) path_.push_back(input_pick(value, k));
    }
    const PoolMachine::Step done = machine_.perform(i, 0);
    if (step == mark(i).at) last_ |= uint64_t{1} << i;
    return done == PoolMachine::Step::kDone || (done == PoolMachine::Step::kUnknown && step == mark(i).at);
  }

  // Everyone goes on to his next step; who has come as far as he should may stand where no run got.
  bool settle() {
    for (;;) {
      const PoolMachine::Step step = machine_.settle();
      if (step == PoolMachine::Step::kFork) return false;
      if (machine_.over()) return true;
      if (step == PoolMachine::Step::kUnknown) {
        machine_.leave_unknown();
        continue;
      }
      const int i = before_no_step();
      if (i < 0) return true;
      if (!perform(i, machine_.at(i))) return false;
    }
  }

  // A thread that stands before an event of the prefix that has no place in the order, or -1.
  int before_no_step() const {
    for (int i = 0; i < machine_.parts(); ++i) {
      const NodeId at = machine_.at(i);
      if (at == kNoNode || at == mark(i).until || question_.is_step(at) || !question_.is_in(at)) continue;
      if (pool_[at].next == Next::kEvent && machine_.can_perform(i)) return i;
    }
    return -1;
  }

  bool has_come_to(int i) {
    const PathMark& m = mark(i);
    const NodeId now = machine_.at(i);
    if (!m.differs) return passed(m.at, now) != kNoNode;
    const auto is_new = [&](uint64_t told) { return std::ranges::find(m.known, told) == m.known.end(); };
    if (now == m.at)  // nobody has seen what comes of it
      return pool_[now].next == Next::kAsk ? is_new(machine_.answer(i)) : (last_ >> i & 1) != 0;
    const NodeId next = passed(m.at, now);
    return next != kNoNode && is_new(pool_[next].key);
  }

  // What follows `from` on the way to `now`; `from` if that is where it stands; kNoNode if it is not on the way.
  NodeId passed(NodeId from, NodeId now) const {
    NodeId after = now;
    while (now > from) after = now, now = pool_[now].parent;
    return now == from ? after : kNoNode;
  }

  const PathQuestion& question_;
  const Pool& pool_;
  const PathAnswer& answer_;
  PoolMachine machine_;
  std::vector<uint16_t> path_;
  uint64_t last_ = 0;  // threads that have performed the event that they are to be told something else by
};

}  // namespace

bool PathQuestion::begin_prefix(std::vector<PathMark> marks) {
  relevance_.reset();
  goals_.clear();
  marks_ = std::move(marks);
  if (pool_.has_free()) return false;
  kinds_.assign(pool_.size(), kOut);
  nodes_.clear(), steps_.clear(), ends_.clear();
  std::vector<NodeId> last;
  for (const PathMark& m : marks_) {
    if (m.at == kNoNode) continue;
    last.push_back(m.until);
    for (NodeId n = m.until; n != kNoNode; n = pool_[n].parent) nodes_.push_back(n);
  }
  if (last.size() > kMaxParts) return false;
  std::ranges::sort(nodes_);
  for (NodeId id : nodes_) {
    const Node& n = pool_[id];
    kinds_[id] = kBetween;
    const bool stays = std::ranges::find(last, id) != last.end() && !marks_[n.thread].differs;
    if (stays && n.next != Next::kFailed && n.next != Next::kExit && n.next != Next::kEnd) continue;
    if (!covers(id, n)) return false;
    const bool ends = n.next == Next::kEnd && n.thread == kMainThread && pool_.exit_at_end();
    if (ends || n.next == Next::kExit || n.next == Next::kFailed) ends_.push_back(id);
    if (n.next != Next::kEvent) continue;
    const dependence::Class what = dependence::class_of(n.op);
    if (what == dependence::Class::kLock || what == dependence::Class::kAccess) kinds_[id] = kStep;
  }
  sort_steps();
  return fields_are_apart();
}

std::optional<std::vector<uint16_t>> PathQuestion::follow_prefix(const PathAnswer& answer) const {
  return PrefixWalk(*this, answer).run();
}

}  // namespace heddle::causal
