// The search where inputs matter: a thread that asks something about them is told each answer that some input gives, one after
// the other, and the answer becomes part of the path condition. An answer that no run has shown needs a run with such an input.
#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "causal/reach.h"
#include "trace/input.h"

namespace heddle::causal {

bool Memory::is_long_loop(const Pool& pool, NodeId n) const {
  if (max_loop == 0 || pool.depth(n) < max_loop) return false;
  const uint64_t position = pool[n].position;
  uint32_t times = 0;
  for (NodeId at = n; at != kNoNode; at = pool[at].parent)
    times += pool[at].next == Next::kAsk && pool[at].position == position;
  return times > max_loop;
}

// The step of thread i goes on the path, with room for the input that it receives.
void Reach::push_step(int i) {
  path_.push_back(machine_.thread(i));
  const Node& n = machine_.node(i);
  if (n.op != Op::kInput) [[likely]]
    return;
  received_.push_back({path_.size(), input_name(machine_.thread(i), n.registers), n.length});
  path_.resize(path_.size() + static_cast<size_t>(input_steps(n.length)));
}

uint32_t Reach::answers_at(NodeId n) const {
  uint32_t count = 0;
  pool_.for_each_edge(n, [&](const Edge&) { ++count; });
  return count;
}

// Can it hold, in the present state, for some input?
bool Reach::is_possible(std::span<const Demand> question, uint64_t position) {
  if (!memory_.inputs) memory_.inputs = make_input_solver();
  InputModel ignored;
  const uint64_t solved = memory_.inputs->solved();
  const Possible p = memory_.inputs->ask(machine_.symbols(), machine_.condition(), question, ignored);
  solved_ |= memory_.inputs->solved() != solved;
  if (p == Possible::kUnknown && !solvers_stopped()) memory_.undecided.insert(position);
  return p == Possible::kYes;
}

void Reach::cut_path(size_t length) {
  path_.resize(length);
  while (!received_.empty() && received_.back().at >= length) received_.pop_back();
}

// The schedule that was asked for is made with inputs that lead there.
void Reach::fill_in_inputs() {
  if (received_.empty()) return;
  InputModel model;
  const std::span<const Demand> question =
      asked_ == Ask::kInput || asked_ == Ask::kRace ? std::span<const Demand>(new_answer_) : std::span<const Demand>();
  if (!memory_.inputs) memory_.inputs = make_input_solver();
  if (!memory_.inputs->find(machine_.symbols(), machine_.condition(), question, model)) return;  // the run will show it
  for (const Received& r : received_) {
    const auto at = std::ranges::find(model, r.name, &InputModel::value_type::first);
    const uint64_t value = at == model.end() ? 0 : at->second;
    for (int k = 0; k < input_steps(r.bits); ++k) path_[r.at + static_cast<size_t>(k)] = input_pick(value, k);
  }
}

bool Reach::in_trouble() {
  if (*machine_.trouble() == 0) return false;
  memory_.trouble = machine_.trouble();
  believable_ = false;
  return true;
}

// The frame of the step that is being tried; there may be forks on top of it.
Reach::Frame& Reach::step_frame() {
  size_t top = stack_.size() - 1;
  while (top > 0 && stack_[top].is_fork) --top;
  return stack_[top];
}

void Reach::push_fork(bool settling) {
  const PoolMachine::Fork& what = machine_.fork();
  forks_.push_back({what, machine_.at(what.thread), settling, machine_.settling(), settling ? 0 : step_frame().choice,
                    asleep_, last_});
  stack_.emplace_back(0, 0, asleep_, machine_.mark(), path_.size(), -1, 0, 0, true);
}

// A thread that would go alone stands before a fork. False: a run is needed.
bool Reach::fork_step(uint64_t enabled, int i) {
  if (!look_for_races()) return false;
  push_frame(0, enabled, i);
  return take(stack_.back());
}

// Somebody comes to a fork after a step. If its thread went alone, the state before the step gets its frame after all: a branch may
// end the process, and then the others have to be tried from there. False: a run is needed.
bool Reach::fork_settling() {
  if (before_.thread >= 0) {
    const auto before = before_;
    machine_.undo(before.mark);
    cut_path(before.path);
    asleep_ = before.asleep;
    before_.thread = -1;
    look();
    if (!look_for_races()) return false;
    push_frame(0, before.enabled, before.thread);
    if (!take(stack_.back())) return false;
  } else {
    push_fork(true);
  }
  forked_ = true;
  return true;
}

// Goes on from the state of the fork, of which an answer was decided. False: a run is needed.
bool Reach::go_into_branch(size_t fork) {
  const Fork& f = forks_[fork];
  asleep_ = f.asleep;
  last_ = f.last;
  before_.thread = -1;
  ++walked_;
  if (!f.settling) {
    const NodeId performed = machine_.at(f.what.thread);
    const PoolMachine::Step step = perform(f.what.thread, f.choice);
    if (step == PoolMachine::Step::kUnknown) return ask_about_step();
    if (step == PoolMachine::Step::kFork) {
      push_fork(false);
      return true;
    }
    if (!look_for_unordered(f.what.thread, performed)) return false;
  } else {
    machine_.settle_from(f.settle);
  }
  return settle() && expand();
}

// The next answer at the fork on top; when there is none, it is left. False: a run is needed.
bool Reach::next_branch() {
  Frame& frame = stack_.back();
  const size_t top = forks_.size() - 1;
  const Fork& f = forks_[top];
  machine_.undo(frame.mark);
  cut_path(frame.path);
  std::vector<uint64_t> answers;  // in the order in which they were seen
  pool_.for_each_edge(f.node, [&](const Edge& e) { answers.push_back(e.key); });
  std::ranges::reverse(answers);
  if (f.what.two_way) answers = {0, 1};
  const auto possible = [&](std::span<const Demand> question) { return is_possible(question, pool_[f.node].position); };
  while (frame.choice < static_cast<int>(answers.size())) {
    const Demand answer{f.what.symbol, f.what.value_of(answers[static_cast<size_t>(frame.choice++)]), true};
    if (!possible({&answer, 1})) continue;
    machine_.decide(answer.symbol, answer.value);
    return go_into_branch(top);
  }
  new_answer_.clear();
  for (uint64_t a : answers) new_answer_.push_back({f.what.symbol, f.what.value_of(a), false});
  const bool is_new = !f.what.two_way && possible(new_answer_);
  const bool too_long = is_new && memory_.is_long_loop(pool_, f.node);
  if (too_long) memory_.long_loops.insert(pool_[f.node].position);
  if (is_new && !too_long && ask(Ask::kInput, mix(mix(f.node, answers.size()), 0x696e707574), f.node)) {
    known_answers_ = static_cast<uint32_t>(answers.size());
    return false;
  }
  stack_.pop_back();
  forks_.pop_back();
  return true;
}

// Which inputs matter in the present state: those in cells and registers that somebody may still look at.
StateHash Reach::condition_part(uint64_t live) const {
  const Footprints& footprints = ground_->footprints;
  uint64_t inputs = 0;
  for (const Footprints::Watched& w : footprints.watched())
    if (live & w.bit) inputs |= machine_.symbols().inputs(machine_.symbol(w.cell));
  for (int i = 0; i < machine_.parts(); ++i) {
    if (machine_.at(i) == kNoNode || machine_.is_idle(i)) continue;
    const uint64_t uses = footprints.uses(machine_.at(i));
    for (size_t r = 0; r < machine_.registers(i).size(); ++r)
      if (uses & Pool::register_bit(static_cast<uint32_t>(r)))
        inputs |= machine_.symbols().inputs(machine_.symbol(i, r));
  }
  return machine_.condition_part(inputs);
}

}  // namespace heddle::causal
