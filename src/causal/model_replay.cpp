#include "causal/model_replay.h"

#include "base/hash.h"
#include "causal/sync_words.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

class ModelReplay {
 public:
  ModelReplay(Pool& pool, const Trace& trace) : pool_(pool), trace_(trace), machine_(pool) {}

  bool run() {
    if (!pool_.problem().empty()) return false;
    if (pool_.threads() > kMaxParts) {
      pool_.set_problem("the program has more than 64 threads");
      return false;
    }
    const uint64_t layout = pool_.layout();
    for (int t = 0; t < pool_.threads(); ++t)
      if (pool_.root(static_cast<ThreadId>(t)) != kNoNode) threads_.push_back(static_cast<ThreadId>(t));
    machine_.start(threads_, nullptr);
    machine_.settle();
    size_t step = 0;
    ContentsReader contents(trace_.contents);
    for (const Event& performed : trace_.events) {
      const Event e = as_tried(performed);
      contents_ = contents.next(e);
      if (!(e.flags & kScheduled)) continue;
      while (step < trace_.steps.size() && trace_.steps[step].kind != heddle::Step::kThread) ++step;
      if (step == trace_.steps.size()) break;
      if (!(e.flags & kInSection)) learn_empty_semaphores(trace_.steps[step]);  // there nobody else is let go on
      if (!same_enabled(trace_.steps[step])) return fail("who can go on is not as expected");
      int choice = 0;
      if (step + 1 < trace_.steps.size() && trace_.steps[step + 1].kind == heddle::Step::kValue) {
        choice = trace_.steps[step + 1].pick;
        if (step + 2 < trace_.steps.size() && trace_.steps[step + 2].kind == heddle::Step::kValue)
          if (e.op != Op::kInput) return fail("one event makes several choices");
      }
      ++step;
      if (!perform(e, choice)) return false;
      machine_.settle();
    }
    if (!finish()) return false;
    return layout != pool_.layout();
  }

  void deadlock(std::vector<uint64_t>& waits) const {
    for (const Finding& f : trace_.findings)
      if ((f.kind == FindingKind::kDeadlock || f.kind == FindingKind::kLivelock) && pool_.problem().empty())
        machine_.stuck(waits);
  }

 private:
  bool fail(const char* why) {
    if (pool_.problem().empty()) pool_.set_problem(why);
    return false;
  }

  // A thread that cannot wait for a semaphore of which nothing is known yet: it was empty from the start.
  void learn_empty_semaphores(const heddle::Step& step) {
    for (int i = 0; i < machine_.parts(); ++i) {
      if (machine_.at(i) == kNoNode || machine_.is_waiting(i)) continue;
      if (machine_.node(i).next != Next::kEvent || machine_.node(i).op != Op::kSemWait) continue;
      const CellId c = machine_.node(i).cell;
      if (machine_.cells_[c].known != 0 || step.enabled.test(machine_.thread(i))) continue;
      pool_.learn_initial(c, ~uint64_t{0}, 0);
      machine_.cells_[c].known = ~uint64_t{0};
    }
  }

  bool same_enabled(const heddle::Step& step) const {
    ThreadSet mine;
    const uint64_t enabled = machine_.enabled();
    for (int i = 0; i < machine_.parts(); ++i)
      if (enabled >> i & 1) mine.set(machine_.thread(i));
    // A thread whose next event no run has reached is not known to be enabled; it may be.
    ThreadSet unknown;
    for (int i = 0; i < machine_.parts(); ++i)
      if (machine_.at(i) != kNoNode && machine_.node(i).next == Next::kUnknown) unknown.set(machine_.thread(i));
    if (mine - unknown == step.enabled - unknown) return true;
    // Whether one that is tired finds something new if it gives up is not known here.
    ThreadSet tired;
    for (int i = 0; i < machine_.parts(); ++i)
      if (machine_.tired() >> i & 1) tired.set(machine_.thread(i));
    return (mine - unknown).none() && (step.enabled - unknown - tired).none();
  }

  // What a block access read, piece by piece: learned where it is news, compared where it is known.
  bool look_at_block(const Node& n) {
    for (const Piece& p : pool_.pieces(n)) {
      auto& cell = machine_.cells_[p.cell];
      const uint64_t missing = p.bits & ~cell.known;
      const uint64_t value = word_at(contents_.read.data(), pool_.cells()[p.cell].address, n.object, n.length) & p.bits;
      if (missing != 0) {
        pool_.learn_initial(p.cell, missing, value & missing);
        if (!pool_.problem().empty()) return false;
        cell.value |= value & missing;
        cell.known |= missing;
      }
      if ((cell.value & p.bits) != value) return fail("memory changed without an access that could be seen");
    }
    return true;
  }

  bool perform(const Event& e, int choice) {
    const int i = machine_.index(e.thread);
    if (i < 0 || machine_.at(i) == kNoNode) return fail("a thread appears from nowhere");
    if (machine_.is_waiting(i) && !(machine_.tired() >> i & 1)) return fail("a thread does something while it waits");
    const Node& n = machine_.node(i);
    if (n.next != Next::kEvent || n.op != e.op) return fail("a thread did something else than expected");
    if (begins_life(n)) {
      // what is there says nothing of the time before
    } else if (n.pieces > 0) {
      if (!contents_.read.empty() && !look_at_block(n)) return false;
    } else if (n.op == Op::kRead || n.op == Op::kRmw || n.op == Op::kWrite) {
      auto& cell = machine_.cells_[n.cell];
      const uint64_t bits = n.mask << n.shift, missing = bits & ~cell.known;
      const uint64_t value = (e.read & n.mask) << n.shift;
      if (missing != 0) {
        pool_.learn_initial(n.cell, missing, value & missing);
        if (!pool_.problem().empty()) return false;
        cell.value |= value & missing;
        cell.known |= missing;
      }
      if (n.op != Op::kWrite && (cell.value & bits) != value)
        return fail("memory changed without an access that could be seen");
    }
    if (class_of(n.op) == Class::kSemaphore) {
      auto& cell = machine_.cells_[n.cell];
      if (cell.known == 0) {
        pool_.learn_initial(n.cell, ~uint64_t{0}, e.read - cell.value);
        cell.value = e.read;
        cell.known = ~uint64_t{0};
      }
      if (cell.value != e.read) return fail("a semaphore changed without an operation that could be seen");
    }
    if (n.op == Op::kCondWait && words::lock::holds(machine_.cells_[n.second_cell].value) > 1)
      return fail("a condition wait gives up a mutex that is held more than once");
    machine_.received_ = e.read;
    const NodeId before = machine_.at(i);
    if (machine_.perform(i, choice) != PoolMachine::Step::kDone)
      return fail("the model does not say what an event does");
    const NodeId to = !tells(n) ? pool_[before].child : [&] {
      const Edge* edge = pool_.find(before, answer_of(n, e));
      return edge ? edge->to : kNoNode;
    }();
    if (machine_.at(i) != to) return fail("the model expects another result of an event");
    if (n.term == kNoTerm || begins_life(n) || (e.flags & kFailed)) return true;
    const uint64_t now = machine_.value(n.cell) >> n.shift & n.mask;
    return now == e.written || fail("the model writes another value than the program");
  }

  // An assumption stopped some; neither main nor a call of exit ended the run, so the others could not go on.
  bool nobody_left() const {
    for (int i = 0; i < machine_.parts(); ++i) {
      if (machine_.at(i) == kNoNode || machine_.is_waiting(i)) continue;
      const Next next = machine_.node(i).next;
      if (next == Next::kUnknown || next == Next::kExit || (next == Next::kEnd && machine_.thread(i) == kMainThread))
        return false;
    }
    return true;
  }

  // How it ended.
  bool finish() {
    for (const Finding& f : trace_.findings)
      if (f.kind == FindingKind::kDeadlock || f.kind == FindingKind::kLivelock) learn_empty_semaphores({});
    if (trace_.outcome == Outcome::kBlocked && nobody_left()) learn_empty_semaphores({});
    if (trace_.outcome != Outcome::kComplete) return true;
    int unknown = 0, caller = -1;
    for (int i = 0; i < machine_.parts(); ++i)
      if (machine_.at(i) != kNoNode && !machine_.is_waiting(i) && machine_.node(i).next == Next::kUnknown)
        ++unknown, caller = i;
    const bool others = machine_.enabled() != 0 && !machine_.over();
    const Event& last = trace_.events.back();
    if (last.op == Op::kEnd && last.thread == kMainThread) {
      if (others || unknown > 0) pool_.learn_exit(machine_.at(0), true);
    } else if (unknown == 1) {  // it called exit
      pool_.learn_exit(machine_.at(caller), others);
    }
    return true;
  }

  Pool& pool_;
  const Trace& trace_;
  PoolMachine machine_;
  ContentsReader::Contents contents_;  // of the event being replayed
  std::vector<ThreadId> threads_;
};

bool replay_in_model(Pool& pool, const Trace& trace, std::vector<uint64_t>& deadlock) {
  ModelReplay replay(pool, trace);
  const bool grew = replay.run();
  replay.deadlock(deadlock);
  return grew;
}

}  // namespace heddle::causal
