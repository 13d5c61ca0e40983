#include "causal/reach.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/hash.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

namespace {

// A search that has to be made again goes on first if it has come so far, since it still learns.
constexpr uint64_t kCheapRestart = 20000;

}  // namespace

void Memory::save(Writer& out) const {
  out.put(std::vector<uint64_t>(refused.begin(), refused.end()));
  out.put(std::vector<NodeId>(refused_at.begin(), refused_at.end()));
  out.put(std::vector<uint64_t>(races.begin(), races.end()));
  out.put<uint64_t>(deadlocks.size());
  for (const auto& deadlock : deadlocks) out.put(deadlock);
}

bool Memory::load(Reader& in) {
  for (uint64_t h : in.get_vector<uint64_t>()) refused.insert(h);
  for (NodeId n : in.get_vector<NodeId>()) refused_at.insert(n);
  for (uint64_t h : in.get_vector<uint64_t>()) races.insert(h);
  for (auto n = in.get<uint64_t>(); n > 0 && in.ok(); --n) deadlocks.push_back(in.get_vector<uint64_t>());
  return in.ok();
}

Reach::Reach(const Pool& pool, Memory& memory, ThreadId target, bool blocking, bool shared)
    : pool_(pool), memory_(memory), ground_(std::make_shared<Ground>(pool, target, blocking)), machine_(pool) {
  if (shared) ground_->crowd = std::make_unique<SharedStateSet>(kMaxParts);
}

Reach::Reach(const Pool& pool, Memory& memory, ThreadId target, ThreadId second, std::vector<uint8_t> raced,
             Races races, bool shared)
    : pool_(pool), memory_(memory), ground_(std::make_shared<Ground>(pool, target, second, std::move(raced), races)),
      machine_(pool) {
  if (shared) ground_->crowd = std::make_unique<SharedStateSet>(kMaxParts);
}

void Reach::restart() {
  take_back();
  Ground& g = *ground_;
  if (!g.relevance.for_races()) g.relevance.set_blocking(may_wait_for_ever(pool_, target()));
  g.relevance.compute();
  machine_.set_fault(memory_.fault);
  g.merged.set_fault(memory_.reach_fault);
  g.footprints.set_fault(memory_.reach_fault);
  const bool merges = g.merged.compute(memory_.refused_at, memory_.merge_from, machine_.awareness());
  g.footprints.compute(merges && memory_.reach_fault != ReachFault::kOwnMemory);
  g.raced = 0;
  for (CellId c = 0; c < g.relevance.raced().size(); ++c)
    if (g.relevance.raced()[c]) g.raced |= g.footprints.bit(c);
  if (g.relevance.threads().size() > kMaxParts) {
    believable_ = false;
    return;
  }
  ThreadSet apart;
  apart.set(target());
  if (g.relevance.for_races()) apart.set(g.relevance.second());
  g.equals.compute(g.relevance.threads(), apart);
  g.uncertain = pool_.has_free();
  for (CellId c : g.relevance.cells()) g.uncertain |= pool_.initial_known(c) != pool_.cells()[c].bytes;
  machine_.start(g.relevance.threads(), g.relevance.idle());
  wakeful_ = 0;
  for (int i = 0; i < machine_.parts(); ++i)
    if (g.equals.has_equal(machine_.thread(i))) wakeful_ |= uint64_t{1} << i;
  outlook_.begin(machine_, g.footprints, g.equals, g.merged, g.uncertain);
  g.seen.clear(machine_.parts());
  if (g.crowd) g.crowd = std::make_unique<SharedStateSet>(machine_.parts());
  g.met_races.clear();
  stack_.clear();
  forks_.clear();
  received_.clear();
  forked_ = false;
  path_.clear();
  g.revision = pool_.revision();
  g.layout = pool_.layout();
  g.taken = 0;
  g.stale = g.outgrown = false;
  g.postponed = false;
  started_ = true;
  last_ = before_.thread = -1;
  asleep_ = 0;
  asked_ = Ask::kSettle;  // the threads have to come to their first events
}

void Reach::end_by_formula(bool postponed) {
  restart();
  ground_->met_races.clear();
  ground_->by_formula = true;
  ground_->postponed = postponed;
  asked_ = Ask::kNothing;
}

// What comes of the step that is being tried?
uint64_t Reach::step_question() {
  const Frame& f = step_frame();
  const Node& n = machine_.node(f.thread);
  bool freed = machine_.finds_freed(f.thread);
  for (CellId c : pool_.list(n)) freed |= machine_.is_dead(c);
  uint64_t h = mix(mix(machine_.at(f.thread), static_cast<uint64_t>(f.choice)), freed);
  if (machine_.misuses(f.thread)) h = mix(h);
  for (const Piece& p : pool_.pieces(n)) h = mix(mix(h, machine_.value(p.cell)), machine_.known(p.cell));
  if (n.cell != kNoCell && machine_.symbol(n.cell) != kNoSymbol) h = mix(h, machine_.found(f.thread));
  return n.cell == kNoCell ? h : mix(mix(h, machine_.value(n.cell)), machine_.known(n.cell));
}

// What does the thread do that cannot come to rest?
uint64_t Reach::settle_question() {
  const int i = machine_.unsettled();
  const Node& n = machine_.node(i);
  if (n.next == Next::kAsk) return mix(machine_.at(i), machine_.answer(i));
  const int joined = n.next == Next::kJoin ? machine_.index(static_cast<ThreadId>(n.object)) : -1;
  return mix(machine_.at(i), joined < 0 ? 0 : machine_.node(joined).value);
}

// A run is needed, unless one was made and ended with a finding before it could show more. `at`: where the thread stands that it
// is about.
bool Reach::ask(Ask what, uint64_t question, NodeId at) {
  if (memory_.refused.contains(question)) return false;
  if (pool_.depth(at) > memory_.depth) {
    ground_->postponed = true;
    return false;
  }
  asked_ = what;
  question_ = question;
  question_at_ = at;
  return true;
}

std::optional<FindingKind> Reach::foretells() const {
  if (asked_ == Ask::kRace || asked_ == Ask::kUnordered) return FindingKind::kRace;
  if (asked_ == Ask::kStuck) return FindingKind::kDeadlock;
  const bool freed = asked_ == Ask::kStep && machine_.finds_freed(const_cast<Reach*>(this)->step_frame().thread);
  return freed ? std::optional(FindingKind::kUseAfterFree) : std::nullopt;
}

void Reach::learned(bool complete, bool finding, bool grew) {
  answered(complete, finding, grew);
  if (!refresh()) restart();
}

void Reach::answered(bool complete, bool finding, bool grew) {
  if (!complete && !grew && asked_ != Ask::kRace) believable_ = false;
  if (asked_ == Ask::kUnordered) {  // a run that shows it has put it among those that are known
    memory_.asked_races.erase(question_);
    if (!memory_.races.contains(question_)) believable_ = false;
  }
  if (asked_ == Ask::kRace) {
    other_order_ = !complete && !other_order_;  // the process ended with the first of the two
    if (!other_order_) memory_.asked_races.erase(question_), memory_.races.insert(question_);
  }
  finding &= complete;
  const bool asked_what_comes = asked_ == Ask::kStep || asked_ == Ask::kSettle || asked_ == Ask::kInput;
  if (asked_what_comes && finding) {
    memory_.refused.insert(question_);
    if (question_at_ != kNoNode) memory_.refused_at.insert(question_at_);
    ground_->outgrown |= ground_->merged.any();
  }
  if (asked_ == Ask::kStuck) forget_deadlock();
  if (asked_what_comes && !grew && !finding) believable_ = false;
}

void Reach::take_back() {
  if (asked_ == Ask::kRace && other_order_) memory_.asked_races.erase(question_);
  if (asked_ == Ask::kUnordered) memory_.asked_races.erase(question_);
  if (asked_ == Ask::kStuck) forget_deadlock();
}

bool Reach::refresh() {
  Ground& g = *ground_;
  if (!started_) return true;
  if (g.layout != pool_.layout()) return false;
  machine_.grow();
  const bool same = g.relevance.extend(), holds = g.footprints.extend();
  machine_.set_idle(g.relevance.idle());
  outlook_.begin(machine_, g.footprints, g.equals, g.merged, g.uncertain);
  if (g.merged.is_outdated(memory_.refused_at, machine_.awareness())) return false;
  g.outgrown |= !g.merged.holds();
  if (same && holds && g.equals.holds() && !g.stale && g.revision == pool_.revision()) return true;
  g.stale = true;
  return g.taken >= kCheapRestart;
}

// Half of what is left to try from each state on the way here; one branch alone goes to the one and to the other in turn. So
// both begin deep in the search, where states are new, and have enough for a while. A state from which only one
// thread has to be tried is not shared.
std::unique_ptr<Reach> Reach::split() {
  std::vector<Frame> given;
  int mine = 0;
  for (Frame& f : stack_) {
    if (f.todo == 0 || (f.all != 0 && std::has_single_bit(f.todo))) continue;
    const int left = std::popcount(f.todo);
    uint64_t part = f.todo;
    for (int kept = (left + mine) / 2; kept > 0; --kept) part &= part - 1;
    if (left % 2 == 1) mine = 1 - mine;
    if (part == 0) continue;
    f.todo &= ~part;
    given.push_back(f);
    given.back().todo = part;
    given.back().thread = -1;
  }
  if (given.empty()) return nullptr;
  std::unique_ptr<Reach> other(new Reach(*this));
  other->stack_ = std::move(given);
  other->forks_.clear();
  other->asked_ = Ask::kNothing;
  return other;
}

// Once it does not hold, it never does again.
bool Reach::still_closed() {
  Ground& g = *ground_;
  g.outgrown |= !g.merged.holds();
  g.stale |= g.outgrown || g.layout != pool_.layout() || g.revision != pool_.revision();
  if (g.stale) return false;
  const NodeId first = g.relevance.size();
  g.stale = !g.relevance.extend() || !g.footprints.extend() || !g.equals.holds();
  for (NodeId n = first; n < pool_.size() && !g.stale; ++n) {
    const Node& node = pool_[n];
    g.stale = node.parent < first && node.parent != kNoNode && g.relevance.takes_part(node.thread) &&
              !g.relevance.idle()[node.parent];
  }
  return !g.stale;
}

// Which of these threads have to be tried from the present state, where they are enough? Those that sleep are noted with it.
uint64_t Reach::left_to_try(uint64_t threads, const StateHash& h, const Outlook::Live& live) {
  Ground& g = *ground_;
  const uint64_t left_out = asleep_ & threads;
  const Visit visit = g.crowd ? g.crowd->visit(h, left_out) : g.seen.visit(h, left_out);
  if (visit.is_new) return threads & ~asleep_;
  const uint64_t unread = g.footprints.bits() & ~live.values, unneeded = g.footprints.bits() & ~live.needs;
  for (uint64_t rest = outlook_.all(Outlook::kActive); rest != 0 && unread != 0; rest &= rest - 1)
    g.footprints.rely(machine_.at(std::countr_zero(rest)), unread, 0);
  for (uint64_t rest = outlook_.all(Outlook::kActive); rest != 0 && unneeded != 0 && g.uncertain; rest &= rest - 1)
    g.footprints.rely_on_no_needs(machine_.at(std::countr_zero(rest)), unneeded);
  if (pool_.follows())
    for (uint64_t rest = outlook_.all(Outlook::kActive); rest != 0; rest &= rest - 1)
      g.footprints.rely_on_dead(machine_.at(std::countr_zero(rest)));
  const uint64_t woken = visit.asleep & ~asleep_;
  asleep_ &= visit.asleep;
  return woken;
}

// Of these, who sleeps on when thread i has done what it stands before?
uint64_t Reach::still_asleep(uint64_t asleep, int i) const {
  asleep &= ~wakeful_;
  if (asleep == 0 || outlook_.is(Outlook::kInSection, i)) return 0;
  const uint64_t reads = outlook_.own_reads(i), writes = outlook_.own_writes(i);
  uint64_t on = asleep & ~outlook_.all(Outlook::kInSection) & ~(uint64_t{1} << i);
  for (uint64_t rest = on; rest != 0; rest &= rest - 1) {
    const int j = std::countr_zero(rest);
    const uint64_t met = (writes & (outlook_.own_reads(j) | outlook_.own_writes(j))) | (reads & outlook_.own_writes(j));
    if (met != 0) on &= ~(uint64_t{1} << j);
  }
  return on;
}

// Does thread j wait for the end of thread i before it does anything?
bool Reach::waits_for(int j, int i) const {
  if (!outlook_.is(Outlook::kJoining, j)) return false;
  for (NodeId n = machine_.at(j); n != kNoNode && pool_[n].next == Next::kJoin;
       n = pool_[n].child)  // not beyond one that tells
    if (pool_[n].object == machine_.thread(i)) return true;
  return false;
}

// Can thread i perform its next event without meeting anyone, whatever the others do before? `futures`: of those who do not
// wait in a join.
[[gnu::always_inline]] inline bool Reach::meets_nobody(int i, const Outlook::Futures& futures) const {
  const uint64_t me = uint64_t{1} << i;
  if (outlook_.all(Outlook::kInSection) & me) return false;  // what follows at once may meet somebody
  if (gives_back(i)) return no_tries(i);
  const uint64_t reads = outlook_.own_reads(i), writes = outlook_.own_writes(i);
  const auto meets = [&](const Outlook::Future& f) { return ((f.reads | f.writes) & writes) | (f.writes & reads); };
  uint64_t among = outlook_.all(Outlook::kJoining);
  if (meets(futures.without(outlook_.future(i))) != 0) {
    if (!(outlook_.all(Outlook::kHolding) & me)) return false;
    among = outlook_.all(Outlook::kActive) & ~me;
  }
  for (uint64_t rest = among; rest != 0; rest &= rest - 1) {
    const int j = std::countr_zero(rest);
    if (meets(outlook_.future(j)) != 0 && !waits_for(j, i) && !is_kept_away(j, machine_.node(i))) return false;
  }
  return true;
}

// Nobody tries to take what thread i is about to give back.
bool Reach::no_tries(int i) const {
  uint64_t tries = 0;
  for (uint64_t rest = outlook_.all(Outlook::kActive) & ~(uint64_t{1} << i); rest != 0; rest &= rest - 1)
    tries |= outlook_.tries(std::countr_zero(rest));
  return (tries & outlook_.own_writes(i)) == 0;
}

// Thread i was found to meet nobody, and no other is tried: that has to stay so. It is noted what this relied on; that a lock
// keeps another thread away is more likely to stay true than that it never comes.
void Reach::rely_on_meeting_nobody(int i) const {
  const Outlook::Future next{outlook_.own_reads(i), outlook_.own_writes(i)};
  if ((next.reads | next.writes) == 0) return;
  const bool gives = gives_back(i);
  for (uint64_t rest = outlook_.all(Outlook::kActive) & ~(uint64_t{1} << i); rest != 0; rest &= rest - 1)
    if (const int j = std::countr_zero(rest); gives || !waits_for(j, i)) rely_on_not_meeting(j, i, next);
}

// Nothing that thread j may do meets with what thread i does next.
void Reach::rely_on_not_meeting(int j, int i, const Outlook::Future& next) const {
  const Node& n = machine_.node(i);
  Footprints& footprints = ground_->footprints;
  if (gives_back(i)) footprints.rely_on_no_tries(machine_.at(j), next.writes);
  else if (outlook_.is(Outlook::kHolding, i) && is_kept_away(j, n))
    pool_.for_each_cell(n, n.cell, [&](CellId c) { footprints.rely_on_guard(j, c, n.held); });
  else footprints.rely(machine_.at(j), next.writes, next.writes | next.reads);
}

// Where memory is freed or objects are destroyed, giving back can come too late.
bool Reach::gives_back(int i) const { return outlook_.is(Outlook::kGiving, i) && !pool_.has_free(); }

// Does a lock that is held at the access keep thread j away from the place?
bool Reach::is_kept_away(int j, const Node& n) const {
  if (n.held == 0 || class_of(n.op) != Class::kAccess || n.list_size > 0) return false;
  bool kept = true;
  pool_.for_each_cell(n, n.cell, [&](CellId c) { kept &= (pool_.guard(machine_.thread(j), c) & n.held) != 0; });
  return kept;
}

// One of these threads that may go first without anything being missed, or -1.
int Reach::alone(uint64_t threads, const Outlook::Futures& futures) const {
  for (uint64_t rest = threads; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    if (meets_nobody(i, futures)) {
      rely_on_meeting_nobody(i);
      return i;
    }
  }
  return -1;
}

// Races of the state. False: a run is needed.
bool Reach::look_for_races() {
  if (ground_->relevance.unordered()) return true;
  if (memory_.watches_races && ground_->footprints.has_plain()) watch_races();
  if (!ground_->relevance.for_races() || !meets_race()) return true;
  asked_ = Ask::kRace;
  last_ = -1;
  return false;
}

// A state was reached. Goes on as long as there is only one step to be tried, which is most of the way; then, if the state is
// new, its steps are to be tried. False: a run is needed.
//
// A thread that goes alone takes part in no race, so none is lost meanwhile: races are looked for afterwards.
bool Reach::expand() {
  for (;;) {
    if (forked_) [[unlikely]] {
      forked_ = false;
      return true;
    }
    if (machine_.over()) return try_others();
    look();
    if (ground_->relevance.unordered() && !may_still_be_unordered()) return true;
    const uint64_t enabled = outlook_.enabled(machine_), last = last_ >= 0 ? uint64_t{1} << last_ : 0;
    if (enabled == 0) {
      if (!is_new_deadlock()) return true;
      asked_ = Ask::kStuck;
      return false;
    }
    int one = std::countr_zero(enabled);
    if (!std::has_single_bit(enabled)) {
      const Outlook::Futures futures = outlook_.futures();
      // Where the process ends with main, every step may bring it nearer to its end, which everybody meets.
      const uint64_t may = pool_.exit_at_end() ? 0 : enabled;
      one = may & last ? alone(last, futures) : -1;
      if (one < 0) {
        Outlook::Live live{futures.once.reads, 0};
        for (uint64_t rest = outlook_.all(Outlook::kJoining); rest != 0; rest &= rest - 1)
          live.values |= outlook_.future(std::countr_zero(rest)).reads;
        if (ground_->uncertain)
          for (uint64_t rest = outlook_.all(Outlook::kActive); rest != 0; rest &= rest - 1)
            live.needs |= outlook_.needs(std::countr_zero(rest));
        StateHash h = outlook_.hash(machine_, ground_->footprints, live);
        if (!machine_.condition().empty()) [[unlikely]]
          h += condition_part(live.values);
        if (machine_.awareness().watches()) [[unlikely]]
          h += awareness_part();
        if (!ground_->crowd) ground_->seen.prefetch(h);
        if (!look_for_races()) return false;
        one = alone(outlook_.may_meet_nobody(may & ~last, futures), futures);
        if (one < 0) {
          const uint64_t few = may == 0 ? enabled : enough(enabled);
          if (const uint64_t todo = left_to_try(few, h, live); todo != 0)
            push_frame(todo, few == enabled ? 0 : enabled, -1);
          return true;
        }
      }
    } else if (outlook_.is(Outlook::kInSection, one) && !look_for_races()) {
      return false;
    }
    if (asleep_ >> one & 1) {
      if (!may_end_process(one)) return true;  // all that follows is met elsewhere
      asleep_ &= ~(uint64_t{1} << one);
    }
    if (choices(one) > 1) {
      push_frame(uint64_t{1} << one, enabled, -1);
      return true;
    }
    ++walked_;
    before_ = {machine_.mark(), path_.size(), one, asleep_, enabled};
    asleep_ = still_asleep(asleep_, one);
    push_step(one);
    const NodeId performed = machine_.at(one);
    if (const PoolMachine::Step step = perform(one, 0); step != PoolMachine::Step::kDone) {
      asleep_ = before_.asleep;
      cut_path(before_.path);
      if (step == PoolMachine::Step::kFork) return fork_step(enabled, one);
      push_frame(0, enabled, one);
      push_step(one);
      return ask_about_step();
    }
    last_ = one;
    if (!look_for_unordered(one, performed) || !settle()) return false;
  }
}

// Can the next step of thread i be the last of all, as far as is known? Where it was tried before, somebody else had to come
// first; here it would cut off the others.
bool Reach::may_end_process(int i) {
  const size_t mark = machine_.mark();
  bool may = false;
  for (int choice = 0, choices = machine_.choices(i); choice < choices && !may; ++choice) {
    may = machine_.perform(i, choice) != PoolMachine::Step::kDone || machine_.settle() != PoolMachine::Step::kDone ||
          machine_.over();
    machine_.undo(mark);
  }
  look();
  return may;
}

// The process has ended. If a thread that went alone ended it, it cut off the others: they must be tried as well.
bool Reach::try_others() {
  if (before_.thread < 0) {
    if (!stack_.empty()) widen(step_frame());
    return true;
  }
  machine_.undo(before_.mark);
  cut_path(before_.path);
  asleep_ = before_.asleep;
  look();
  if (!look_for_races()) return false;
  const uint64_t others = outlook_.enabled(machine_) & ~asleep_ & ~(uint64_t{1} << before_.thread);
  if (others != 0) push_frame(others, 0, -1);
  return true;
}

void Reach::push_frame(uint64_t todo, uint64_t all, int thread) {
  stack_.emplace_back(todo, all, asleep_, machine_.mark(), path_.size(), thread, 0, 1);
}

// Not all threads were tried, and one that was does not get on.
void Reach::widen(Frame& f) {
  if (f.all != 0) f.todo |= f.all & ~f.asleep & ~(uint64_t{1} << f.thread);
  f.all = 0;
}

// Somebody stands where no run got. False: a run is needed.
bool Reach::ask_or_leave() {
  do {
    if (ask(Ask::kSettle, settle_question(), machine_.at(machine_.unsettled()))) return false;
    machine_.leave_unknown();
    const PoolMachine::Step step = machine_.settle();
    if (step == PoolMachine::Step::kDone) return true;
    if (step == PoolMachine::Step::kFork) return fork_settling();
  } while (true);
}

// Nobody has seen what comes of the step that is being tried. False: a run is needed.
bool Reach::ask_about_step() {
  if (ask(Ask::kStep, step_question(), machine_.at(step_frame().thread))) return false;
  widen(step_frame());
  return true;
}

// The next step from a state. False: a run is needed.
bool Reach::take(Frame& f) {
  const int i = f.thread;
  push_step(i);
  if (machine_.choices(i) > 1) path_.push_back(static_cast<uint16_t>(f.choice));
  ++walked_;
  last_ = i;
  before_.thread = -1;
  if (f.asleep != 0) look();
  asleep_ = still_asleep(f.asleep, i);
  const NodeId performed = machine_.at(i);
  if (const PoolMachine::Step step = perform(i, f.choice); step == PoolMachine::Step::kUnknown) {
    return ask_about_step();
  } else if (step == PoolMachine::Step::kFork) {
    push_fork(false);
    return true;
  }
  return look_for_unordered(i, performed) && settle() && expand();
}

Reach::Answer Reach::go_on(uint64_t steps, const std::atomic<bool>* pause) {
  if (!started_) restart();
  Answer answer;
  do {
    walked_ = 0;
    answer = walk(steps, pause);
    if (pool_.has_inputs()) {
      if (in_trouble()) return Answer::kClosed;
      if (answer == Answer::kRun) fill_in_inputs();
      if (solvers_stopped().load(std::memory_order_relaxed)) return Answer::kPause;
    }
    memory_.states.fetch_add(walked_, std::memory_order_relaxed);
    ground_->taken.fetch_add(walked_, std::memory_order_relaxed);
    if (answer != Answer::kClosed || !believable_ || !stale() || ground_->crowd) return answer;
    restart();
  } while (true);
}

Reach::Answer Reach::walk(uint64_t steps, const std::atomic<bool>* pause) {
  if (!believable_) return Answer::kClosed;
  const Ask asked = std::exchange(asked_, Ask::kNothing);
  if ((asked == Ask::kSettle || asked == Ask::kUnordered) && !(settle() && expand())) return Answer::kRun;
  if (asked == Ask::kRace && other_order_) {
    std::swap(path_[path_.size() - 1], path_[path_.size() - 2]);
    asked_ = Ask::kRace;
    return Answer::kRun;
  }
  if (asked == Ask::kRace) {
    path_.resize(path_.size() - 2);
    if (!expand()) return Answer::kRun;
  }
  if (asked == Ask::kInput && answers_at(forks_.back().node) == known_answers_) {  // the run was told nothing new
    believable_ = false;
    return Answer::kClosed;
  }
  if (asked == Ask::kStep && stack_.back().is_fork) {
    --stack_.back().choice;
  } else if (asked == Ask::kStep) {
    Frame& f = stack_.back();
    cut_path(f.path);
    if (!take(f)) return Answer::kRun;
  }
  while (!stack_.empty()) {
    if (walked_ >= steps || std::exchange(solved_, false) ||
        (pause != nullptr && pause->load(std::memory_order_relaxed)))
      return Answer::kPause;
    if (stack_.back().is_fork) {
      if (in_trouble()) return Answer::kClosed;
      if (!next_branch()) return Answer::kRun;
      continue;
    }
    Frame& f = stack_.back();
    machine_.undo(f.mark);
    cut_path(f.path);
    if (f.thread >= 0 && ++f.choice < f.choices) {
      if (!take(f)) return Answer::kRun;
      continue;
    }
    if (f.todo == 0) {
      stack_.pop_back();
      continue;
    }
    if (f.thread >= 0) f.asleep |= uint64_t{1} << f.thread;
    f.thread = std::countr_zero(f.todo);
    f.todo &= f.todo - 1;
    f.choice = 0;
    f.choices = choices(f.thread);
    if (!take(f)) return Answer::kRun;
  }
  return Answer::kClosed;
}

}  // namespace heddle::causal
