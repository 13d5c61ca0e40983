#include "causal/path_question.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"
#include "causal/reach.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

bool PathQuestion::begin(ThreadId target, ThreadId second, const std::vector<uint8_t>& cells) {
  target_ = target;
  const bool races = !cells.empty();
  if (races) relevance_.emplace(pool_, target, second, cells, Races::kSideBySide);
  else relevance_.emplace(pool_, target, false);
  relevance_->compute();
  if (relevance_->threads().size() > kMaxParts || pool_.has_free()) return false;
  ThreadSet apart;
  apart.set(target);
  if (races) apart.set(second);
  equals_.compute(relevance_->threads(), apart);
  if (!collect() || !fields_are_apart()) return false;
  goals_.clear();
  postponed_ = false;
  unsure_ = false;
  if (races) {
    add_meetings(target, second);
    return !unsure_;
  }
  for (NodeId id : nodes_)
    if (pool_[id].thread == target && !add_goal(id, pool_[id])) return false;
  return true;
}

bool PathQuestion::begin_all() {
  relevance_.reset();
  goals_.clear();
  std::vector<ThreadId> threads;
  for (int t = 0; t < pool_.threads(); ++t)
    if (pool_.root(static_cast<ThreadId>(t)) != kNoNode) threads.push_back(static_cast<ThreadId>(t));
  if (threads.size() > kMaxParts || pool_.has_free()) return false;
  equals_.compute(threads, {});
  return collect() && fields_are_apart();
}

std::vector<PathQuestion::Group> PathQuestion::groups() const {
  std::vector<Group> all;
  std::unordered_map<uint64_t, size_t> where;
  for (int i = 0; i < pool_.threads(); ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (pool_.root(t) == kNoNode) continue;
    const NodeId batch = equals_.has_equal(t) ? batch_of(pool_.root(t)) : kNoNode;
    const uint64_t key = batch == kNoNode ? mix(t, 1) : mix(mix(equals_.like(t), batch), 2);
    const auto [at, is_new] = where.emplace(key, all.size());
    if (is_new) all.emplace_back();
    all[at->second].push_back(t);
  }
  return all;
}

// In the order of where they stand in the tree that stands for the thread's.
std::vector<NodeId> PathQuestion::leaves_of(ThreadId t) const {
  std::vector<NodeId> all;
  for (NodeId id : nodes_) {
    const Node& n = pool_[id];
    if (n.thread == t && (n.next == Next::kEnd || n.next == Next::kFailed || n.next == Next::kExit)) all.push_back(id);
  }
  std::ranges::sort(all, {}, [this](NodeId n) { return equals_.like(n); });
  return all;
}

// All nodes that threads which take part may come to before they have nothing more to do.
bool PathQuestion::collect() {
  kinds_.assign(pool_.size(), kOut);
  nodes_.clear(), steps_.clear(), ends_.clear();
  // Where its thread stays, having nothing more to do.
  const auto stays = [&](NodeId id) {
    if (!relevance_ || !relevance_->idle()[id]) return false;
    return pool_[id].next == Next::kEvent || (pool_[id].next == Next::kJoin && !pool_.exit_at_end());
  };
  for (NodeId id = 1; id < pool_.size(); ++id) {  // parents come first
    const Node& n = pool_[id];
    if (relevance_ && !relevance_->takes_part(n.thread)) continue;
    if (n.parent != kNoNode && (kinds_[n.parent] == kOut || stays(n.parent))) continue;
    kinds_[id] = kBetween;
    nodes_.push_back(id);
    if (stays(id)) continue;
    if (!covers(id, n)) return false;
    const bool ends = n.next == Next::kEnd && n.thread == kMainThread && pool_.exit_at_end();
    if (ends || n.next == Next::kExit || n.next == Next::kFailed) ends_.push_back(id);
    if (n.next != Next::kEvent) continue;
    const Class what = class_of(n.op);
    if (what == Class::kLock || (what == Class::kAccess && matters(id, n))) kinds_[id] = kStep;
  }
  sort_steps();
  return true;
}

// Nobody hurries to the end of the process.
void PathQuestion::sort_steps() {
  for (NodeId end : ends_)
    for (NodeId id = end; id != kNoNode; id = pool_[id].parent)
      if (pool_[id].next == Next::kEvent) kinds_[id] = kStep;
  for (NodeId id : nodes_)
    if (kinds_[id] == kStep) steps_.push_back(id);
}

// Somebody looks at what the access writes, or it looks at something itself.
bool PathQuestion::matters(NodeId id, const Node& n) const {
  if (!relevance_ || (relevance_->for_races() && relevance_->is_raced(n))) return true;
  if (n.op == Op::kRead && n.fills && !(relevance_->uses(id) & Pool::register_bit(n.registers))) return false;
  return std::ranges::find(relevance_->cells(), n.cell) != relevance_->cells().end();
}

bool PathQuestion::covers(NodeId id, const Node& n) const {
  if (n.next == Next::kAwait || n.opens_section || (n.flags & kInSection)) return false;
  if (n.next == Next::kJoin) return n.value == 0;
  if (n.next != Next::kEvent) return true;
  if (n.pieces > 0 || n.list_size > 0) return false;
  switch (n.op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kRmw: {
      const uint64_t bits = n.mask << n.shift;
      return n.cell != kNoCell && (pool_.initial_known(n.cell) & bits) == bits;
    }
    case Op::kLock: return !(n.holds & pool_.lock_bit(n.cell)) && pool_.lock_bit(n.cell) != 0;
    case Op::kReadLock: return !(n.holds & pool_.lock_bit(n.cell)) && pool_.lock_bit(n.cell) != 0;
    case Op::kUnlock: return (n.holds & pool_.lock_bit(n.cell)) && pool_.find(id, 1) == nullptr;
    case Op::kInput: return n.length > 0 && n.length <= 64 && n.fills;
    case Op::kFence:
    case Op::kYield: return true;
    default: return false;
  }
}

// Accesses are to the same bits of a cell, or to bits that have nothing in common.
bool PathQuestion::fields_are_apart() const {
  std::unordered_map<CellId, std::vector<uint64_t>> fields;
  for (NodeId id : steps_) {
    const Node& n = pool_[id];
    if (class_of(n.op) != Class::kAccess) continue;
    auto& of_cell = fields[n.cell];
    const uint64_t bits = n.mask << n.shift;
    for (uint64_t field : of_cell)
      if (field != bits && (field & bits) != 0) return false;
    if (std::ranges::find(of_cell, bits) == of_cell.end()) of_cell.push_back(bits);
  }
  return true;
}

// False: what is open here cannot be asked.
bool PathQuestion::add_goal(NodeId id, const Node& n) {
  PathGoal goal{PathGoal::kStands, id, kNoNode, {}};
  bool open = n.next == Next::kUnknown;
  if (n.next == Next::kCreate || n.next == Next::kJoin) open = n.child == kNoNode;
  const bool compared = n.next == Next::kEvent && compares(n) && n.fills;
  if (n.next == Next::kAsk || (n.next == Next::kEvent && tells(n) && n.op != Op::kUnlock)) {
    goal.kind = PathGoal::kTold;
    pool_.for_each_edge(id, [&](const Edge& e) { goal.known.push_back(e.key); });
    const bool bit = compared || (n.next == Next::kAsk && pool_.terms()[n.term].width == 1);
    if (bit && n.next == Next::kAsk)  // a run ended there with a finding
      for (uint64_t answer : {0, 1})
        if (!pool_.find(id, answer) && memory_.refused.contains(asked_by(goal, answer))) goal.known.push_back(answer);
    open = !bit || goal.known.size() < 2;
  } else if (n.next == Next::kEvent) {
    open = n.child == kNoNode && n.edge == 0;
  }
  if (!open || (goal.kind == PathGoal::kStands && memory_.refused.contains(asked_by(goal, 0)))) return true;
  if (goal.kind == PathGoal::kStands && n.next == Next::kJoin) return false;
  if (n.next == Next::kAsk && memory_.is_long_loop(pool_, id)) return false;  // the search notes it
  if (pool_.depth(id) > memory_.depth) postponed_ = true;
  else goals_.push_back(std::move(goal));
  return true;
}

uint64_t PathQuestion::asked_by(const PathGoal& goal, uint64_t told) const {
  const uint64_t question = mix(goal.node, told);  // as a search asks it
  return pool_[goal.node].next == Next::kEvent ? mix(question, 0x7061746873) : question;
}

void PathQuestion::add_meetings(ThreadId target, ThreadId second) {
  for (NodeId a : nodes_) {
    if (pool_[a].thread != target || !relevance_->is_raced(pool_[a])) continue;
    for (NodeId b : nodes_) {
      const Node &n = pool_[a], &o = pool_[b];
      if (o.thread != second || !relevance_->is_raced(o) || !may_race(n, o)) continue;
      const uint64_t race = race_of(n.position, o.position);
      if (memory_.races.contains(race) || memory_.asked_races.contains(race)) continue;
      for (const Node* m : {&n, &o})  // whether it writes hangs on what it finds
        unsure_ |= m->op == Op::kRmw && !m->blind && (!m->fills || compares(*m));
      goals_.push_back({PathGoal::kMeets, a, b, {}});
    }
  }
}

std::vector<NodeId> PathQuestion::creations_of(NodeId root) const {
  std::vector<NodeId> all;
  for (NodeId id : nodes_)
    if (pool_[id].next == Next::kCreate && pool_[id].begins == root) all.push_back(id);
  return all;
}

std::vector<NodeId> PathQuestion::ends_of(ThreadId t) const {
  std::vector<NodeId> all;
  for (NodeId id : nodes_)
    if (pool_[id].thread == t && pool_[id].next == Next::kEnd && !calls_exit(pool_[id])) all.push_back(id);
  return all;
}

NodeId PathQuestion::filled_at(NodeId n, uint64_t number) const {
  while (n != kNoNode && !(pool_[n].next == Next::kEvent && pool_[n].fills && pool_[n].registers == number))
    n = pool_[n].parent;
  return n;
}

std::vector<NodeId> PathQuestion::releases_of(NodeId lock) const {
  std::vector<NodeId> all;
  for (NodeId id : steps_) {
    if (pool_[id].op != Op::kUnlock || pool_[id].cell != pool_[lock].cell || pool_[id].thread != pool_[lock].thread)
      continue;
    NodeId n = pool_[id].parent;
    while (n > lock &&
           !(pool_[n].next == Next::kEvent && pool_[n].op == Op::kUnlock && pool_[n].cell == pool_[lock].cell))
      n = pool_[n].parent;
    if (n == lock) all.push_back(id);
  }
  return all;
}

// Where the thread's creator stands when it creates it, and others with it; kNoNode if that is not one place.
NodeId PathQuestion::batch_of(NodeId root) const {
  const std::vector<NodeId> creations = creations_of(root);
  if (creations.size() != 1) return kNoNode;
  NodeId n = creations[0];
  while (pool_[n].parent != kNoNode && pool_[pool_[n].parent].next == Next::kCreate) n = pool_[n].parent;
  return n;
}

std::vector<std::vector<NodeId>> PathQuestion::ordered() const {
  std::unordered_map<uint64_t, std::vector<NodeId>> chains;  // by the step that stands for all, and by batch
  if (!equals_.any()) return {};
  std::unordered_map<ThreadId, NodeId>
      chosen;  // of the thread that stands for its equals: its first step that writes, or its first
  for (NodeId id : steps_) {
    const Node& n = pool_[id];
    if (!equals_.has_equal(n.thread) || equals_.like(n.thread) != n.thread) continue;
    NodeId& best = chosen[n.thread];
    if (best == kNoNode || (pool_[best].op == Op::kRead && n.op != Op::kRead)) best = id;
  }
  for (NodeId id : steps_) {
    const ThreadId t = pool_[id].thread;
    if (!equals_.has_equal(t) || chosen[equals_.like(t)] != equals_.like(id)) continue;
    const NodeId batch = batch_of(pool_.root(t));
    if (batch != kNoNode) chains[mix(equals_.like(id), batch)].push_back(id);
  }
  std::vector<std::vector<NodeId>> all;
  for (auto& [key, chain] : chains) {
    std::ranges::sort(chain, {}, [this](NodeId n) { return pool_[n].thread; });
    if (chain.size() > 1) all.push_back(std::move(chain));
  }
  return all;
}

std::unique_ptr<PathSolver> count_answers(std::unique_ptr<PathSolver> solver, PathCounts& counts) {
  class Counting final : public PathSolver {
   public:
    Counting(std::unique_ptr<PathSolver> solver, PathCounts& counts) : solver_(std::move(solver)), counts_(counts) {}
    Possible solve(const PathQuestion& question, uint64_t effort, PathAnswer& answer) override {
      const Possible possible = solver_->solve(question, effort, answer);
      ++(possible == Possible::kYes ? counts_.yes : possible == Possible::kNo ? counts_.no : counts_.unknown);
      return possible;
    }
    std::optional<uint64_t> count(const PathQuestion& question, uint64_t effort) override {
      return solver_->count(question, effort);
    }
    Possible solve_prefix(const PathQuestion& question, uint64_t effort, PathAnswer& answer,
                          std::vector<ThreadSet>* cores) override {
      return solver_->solve_prefix(question, effort, answer, cores);
    }

   private:
    std::unique_ptr<PathSolver> solver_;
    PathCounts& counts_;
  };
  return std::make_unique<Counting>(std::move(solver), counts);
}

PathSolverFactory& path_solver() {
  static PathSolverFactory factory;
  return factory;
}

}  // namespace heddle::causal
