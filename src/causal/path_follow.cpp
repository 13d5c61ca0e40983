// Following the answer to a PathQuestion in PoolMachine, with the inputs that it names, so that nobody has to take a solver's word.
#include <algorithm>

#include "base/hash.h"
#include "causal/path_question.h"
#include "causal/reach.h"
#include "trace/input.h"

namespace heddle::causal {
namespace {

class Walk {
 public:
  Walk(const PathQuestion& question, const Relevance& relevance, const PathGoal& goal, const PathAnswer& answer)
      : question_(question), pool_(question.pool()), goal_(goal), answer_(answer), machine_(pool_) {
    machine_.start(relevance.threads(), relevance.idle());
    target_ = machine_.index(pool_[goal.node].thread);
  }

  // True: the target stands where the goal says.
  bool run() {
    if (!settle()) return false;
    for (NodeId step : answer_.steps) {
      if (arrived_) break;
      const int i = machine_.index(pool_[step].thread);
      if (i < 0 || machine_.at(i) != step || !perform(i)) return false;
    }
    if (machine_.at(target_) != goal_.node) return false;
    return goal_.kind != PathGoal::kMeets || machine_.at(machine_.index(pool_[goal_.other].thread)) == goal_.other;
  }

  // The step that comes last, where it is one.
  bool take_last(uint64_t& told) {
    const Node& n = pool_[goal_.node];
    if (goal_.kind == PathGoal::kMeets) {
      path.push_back(n.thread);
      path.push_back(pool_[goal_.other].thread);
      return true;
    }
    if (n.next == Next::kAsk) {
      told = machine_.answer(target_);
      return std::ranges::find(goal_.known, told) == goal_.known.end();
    }
    if (n.next != Next::kEvent) return true;
    if (machine_.choices(target_) > 1) return false;
    push(target_);
    return machine_.perform(target_, 0) == PoolMachine::Step::kUnknown;
  }

  std::vector<uint16_t> path;

 private:
  void push(int i) {
    path.push_back(machine_.thread(i));
    const Node& n = machine_.node(i);
    if (n.op != Op::kInput) return;
    const auto at = std::ranges::find(answer_.inputs, machine_.at(i), &std::pair<NodeId, uint64_t>::first);
    const uint64_t value = at == answer_.inputs.end() ? 0 : at->second;
    machine_.receive_next(value & word_mask(static_cast<int>(n.length)));
    for (int k = 0; k < input_steps(n.length); ++k) path.push_back(input_pick(value, k));
  }

  bool perform(int i) {
    if (!machine_.can_perform(i) || machine_.is_waiting(i) || machine_.choices(i) > 1) return false;
    push(i);
    return machine_.perform(i, 0) == PoolMachine::Step::kDone && settle();
  }

  // Everyone goes on to his next step. Somebody else may stand where no run got: he stays there.
  bool settle() {
    for (;;) {
      const PoolMachine::Step step = machine_.settle();
      if (step == PoolMachine::Step::kFork || machine_.over()) return false;
      if (step == PoolMachine::Step::kDone) {
        const int i = before_no_step();
        if (i < 0) return true;
        push(i);
        if (machine_.perform(i, 0) != PoolMachine::Step::kDone) return false;
        continue;
      }
      if (machine_.unsettled() == target_) {
        arrived_ = machine_.at(target_) == goal_.node;
        return arrived_;
      }
      machine_.leave_unknown();
    }
  }

  // A thread that stands before an event without a place in the order, which is known, or -1.
  int before_no_step() const {
    for (int i = 0; i < machine_.parts(); ++i) {
      const NodeId at = machine_.at(i);
      if (at == kNoNode || machine_.is_idle(i) || question_.is_step(at) || !machine_.can_perform(i)) continue;
      if (machine_.node(i).child != kNoNode) return i;
    }
    return -1;
  }

  const PathQuestion& question_;
  const Pool& pool_;
  const PathGoal& goal_;
  const PathAnswer& answer_;
  PoolMachine machine_;
  int target_;
  bool arrived_ = false;  // the target has come to a question that no run has answered like this
};

}  // namespace

std::optional<std::vector<uint16_t>> PathQuestion::follow(const PathAnswer& answer, uint64_t& told) const {
  Walk walk(*this, *relevance_, goals_[answer.goal], answer);
  if (!walk.run() || !walk.take_last(told)) return std::nullopt;
  return std::move(walk.path);
}

}  // namespace heddle::causal
