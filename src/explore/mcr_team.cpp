// See mcr_team.h. A thread's day: take a member of the search that nobody works on, go on with it for a while, give half of
// it away if somebody has nothing to do. If it needs a run, make the run, wait until nobody walks in the pool, and learn.
//
// Members are told of everything the pool learns at once, so each stands on the same ground. If what they rest on has
// changed too much, all are dropped, runs under way included, and the search of this target is made again; what the runs
// show is learned all the same. Once all members are at their ends, the target's search is closed and the next is chosen,
// exactly as in mcr.cpp.
#include "explore/mcr_team.h"

#include <algorithm>
#include <thread>

#include "explore/engines.h"

namespace heddle {
namespace {

constexpr uint64_t kSlice = 1 << 14;       // steps before a thread looks up
constexpr uint64_t kMuchMemory = 1 << 24;  // bytes that are not taken without asking
constexpr int kMostLost = 8;               // runs lost with their processes before the search is given up

}  // namespace

using causal::Reach;

class McrTeam::Shown final : public Engine {
 public:
  explicit Shown(const EngineOptions& options, Follow follow = Follow::kNothing) : facts(options, follow) {}
  bool next(Work&) override { return false; }
  void observe(const Work&, const Trace&) override {}
  bool exhaustive() const override { return true; }
  void save(Writer& out) const override { facts.save(out); }
  bool load(Reader& in) override { return !in.get<uint8_t>() && facts.load(in); }
  bool split(Writer&) override { return false; }
  std::string certificate() const override { return facts.certificate(); }
  std::string progress() const override { return facts.progress(); }

  McrFacts facts;
};

McrTeam::McrTeam(const EngineOptions& options, Team& team, const Limits& limits, SearchListener& listener)
    : options_(options), team_(team), limits_(limits), listener_(listener),
      shown_(std::make_unique<Shown>(options, first_follow(options))), facts_(&shown_->facts) {}

McrTeam::~McrTeam() = default;

bool McrTeam::load(Reader& in, const Counts& counts) {
  result_.counts = counts;
  return shown_->load(in);
}

uint64_t McrTeam::histories() const { return facts_->pool.histories(); }

void McrTeam::save_rest(Writer& out) const {
  Writer rest;
  make_dpor(options_)->save(rest);
  put_instead(out, gave_up_, rest.bytes());
}

SearchResult McrTeam::run() {
  if (!facts_->started) {  // an engine without work: the discovery runs are all it makes
    const EngineFactory nothing = [] { return std::make_unique<Shown>(EngineOptions()); };
    result_ = search(nothing(), nothing, team_.executor(0), limits_, listener_, result_.counts);
    if (result_.stop != Stop::kNothingLeft) return result_;
  }
  {
    const Lock lock(mutex_);
    at_work_ = true;
    share_what_must_be();
  }
  std::vector<std::thread> threads;
  for (int i = 1; i < team_.size(); ++i) threads.emplace_back([this, i] { work(i); });
  work(0);
  for (std::thread& thread : threads) thread.join();
  conclude(result_, limits_, *shown_);
  listener_.finished(result_, *shown_);
  return result_;
}

void McrTeam::look(const std::function<bool(const Counts&, const Engine&)>& look) {
  const Lock lock(mutex_);
  if (at_work_ && !over_ && !look(result_.counts, *shown_)) stop(Stop::kAsked);
}

void McrTeam::work(int i) {
  Lock lock(mutex_);
  while (!over_) {
    if (!facts_->started && !starting_) {
      starting_ = true;
      make_run(i, nullptr, {}, lock);
    } else if (facts_->foresight.has_questions()) {
      foresee(i, lock);
    } else if (const MemberPtr member = find_ready()) {
      walk(i, member, lock);
    } else if (facts_->started && members_.empty() && teachers_ == 0 && choose()) {
      continue;
    } else if (facts_->started && members_.empty() && running_ == 0) {
      stop(Stop::kNothingLeft);
    } else {
      ++idle_;
      pause_ = true;  // so that a busy member shares its work at once
      changed_.wait(lock);
      --idle_;
    }
  }
}

McrTeam::MemberPtr McrTeam::find_ready() const {
  if (teachers_ > 0) return nullptr;
  for (const MemberPtr& member : members_)
    if (member->state == Member::State::kReady) return member;
  return nullptr;
}

void McrTeam::walk(int i, const MemberPtr& member, Lock& lock) {
  const uint64_t claim =
      member->reach->claim(kSlice * static_cast<uint64_t>(team_.size())) + facts_->pool.claim(events_);
  if (claim >= kMuchMemory && claim != claimed_) {
    claimed_ = claim;
    if (!listener_.thinking(result_.counts, *shown_, claim)) return stop(Stop::kAsked);
  }
  member->state = Member::State::kBusy;
  ++walking_;
  lock.unlock();
  const Reach::Answer answer = member->reach->go_on(kSlice, &pause_);
  lock.lock();
  if (--walking_ == 0) rested_.notify_all();
  switch (answer) {
    case Reach::Answer::kPause: break;
    case Reach::Answer::kClosed:
      member->state = Member::State::kDone;
      if (!member->reach->believable()) give_up("a run did not show what the model of the program says");
      else end_search(member);
      return;
    case Reach::Answer::kRun: break;
  }
  share(*member);
  pause_ = teachers_ > 0;
  if (answer != Reach::Answer::kRun) {
    member->state = Member::State::kReady;
    return;
  }
  Work work;
  work.schedule.prefix = member->reach->schedule();
  work.tentative = true;
  work.foretold = member->reach->foretells();
  make_run(i, member, std::move(work), lock);
}

void McrTeam::foresee(int i, Lock& lock) {
  Work work;
  if (facts_->foresight.ask(work)) make_run(i, nullptr, std::move(work), lock);
}

// Gives work to members that have none.
void McrTeam::share(Member& member) {
  const auto ready = std::count_if(members_.begin(), members_.end(),
                                   [](const MemberPtr& m) { return m->state == Member::State::kReady; });
  if (idle_ <= ready) return;
  std::unique_ptr<Reach> part = member.reach->split();
  if (part == nullptr) return;
  members_.push_back(std::make_shared<Member>(Member{std::move(part)}));
  changed_.notify_one();
}

// The run that the member asks for; without one, the first run or one that was foreseen.
void McrTeam::make_run(int i, const MemberPtr& member, Work work, Lock& lock) {
  const uint64_t question = member ? member->reach->question() : 0, version = version_;
  if (question != 0 && !asked_.insert(question).second) {
    member->state = Member::State::kWaiting;
    return;
  }
  work.schedule.tail = Tail::kFair;
  work.schedule.follow = facts_->follow;
  while (await_turn(lock)) {
    if (question != 0 && version_ != version) {  // it may have been answered
      member->state = Member::State::kReady;
      break;
    }
    const uint64_t epoch = epoch_;
    ++running_;
    team_.before_run(i);
    lock.unlock();
    Trace trace = team_.executor(i).run(work.schedule);
    rest(lock);
    --running_;
    if (over_) break;
    const Team::Use use = team_.after_run(i, trace);
    if (epoch != epoch_) {  // by what was known to be shared then: of no use any more
      ++result_.counts.discovery;
      if (trace.visibility_grew) start_again(facts_->follow);
      break;
    }
    if (use == Team::Use::kAgain && !trace.visibility_grew) continue;
    if (member) member->state = Member::State::kReady;
    take_in(work, trace, use, member, version);
    break;
  }
  asked_.erase(question);
  for (const MemberPtr& m : members_)
    if (m->state == Member::State::kWaiting) m->state = Member::State::kReady;
  changed_.notify_all();
}

// Until one more run is within the limit. False: the search is over.
bool McrTeam::await_turn(Lock& lock) {
  while (!over_ && result_.counts.executions + running_ >= limits_.max_executions) {
    if (running_ == 0) stop(Stop::kMaxExecutions);
    else changed_.wait(lock);
  }
  return !over_;
}

// Until nobody walks in the pool; as long as the lock is held, nobody will.
void McrTeam::rest(Lock& lock) {
  lock.lock();
  ++teachers_;
  pause_ = true;
  rested_.wait(lock, [&] { return walking_ == 0; });
  pause_ = --teachers_ > 0;
}

void McrTeam::take_in(const Work& work, const Trace& trace, Team::Use use, const MemberPtr& member, uint64_t version) {
  Counts& counts = result_.counts;
  const bool refuted = work.tentative && trace.outcome == Outcome::kDiverged;
  ++(refuted || trace.outcome == Outcome::kBlocked ? counts.blocked : counts.executions);
  counts.events += thread_steps(trace);
  counts.choices += new_choices(work, trace);
  counts.weak += trace.weak_orders;
  events_ = trace.events.size();
  count_foretold(work, trace, counts);
  if (!refuted && result_.reason.empty()) result_.reason = reason_against(trace);
  facts_->started = true;
  facts_->note_races(trace);
  std::string problem;
  if (use == Team::Use::kLost) {
    if (result_.reason.empty())
      result_.reason = "a run ended with its process; runs that begin as it did were not all made";
    if (member && !member->dropped) member->reach->answered(true, true, false);
  } else if (refuted && member) {  // unless it shows that a section begins where none was known
    const uint64_t before = version_;
    problem = learn(trace, false, member, version);
    if (problem.empty() && version_ == before) problem = "the program did not follow the model of it";
  } else if (!refuted && !trace.visibility_grew) {
    problem = learn(trace, trace.steps.size() >= work.schedule.prefix.size(), member, version);
  }
  const bool found = !trace.findings.empty() || (limits_.stop_at_race && !trace.races.empty());
  if (!listener_.after_run(work, trace, counts, *shown_)) stop(Stop::kAsked);
  else if (!limits_.keep_going && !refuted && (found || uncontrolled(trace.outcome)))
    stop(found ? Stop::kFinding : Stop::kUncontrolled);
  else if (use == Team::Use::kLost && ++lost_ == kMostLost) stop(Stop::kUncontrolled);
  else if (trace.visibility_grew) start_again(facts_->follow);
  else if (!share_what_must_be() && !problem.empty()) give_up(problem);
}

// True if something has to become visible: then everything starts again.
bool McrTeam::share_what_must_be() {
  const std::vector<uint64_t> places = facts_->pool.ledger().to_share();
  if (places.empty()) return false;
  team_.share(places);
  start_again(facts_->follow);
  return true;
}

// Says what is wrong with the model, if something is.
std::string McrTeam::learn(const Trace& trace, bool complete, const MemberPtr& member, uint64_t version) {
  const bool grew = facts_->learn(trace);
  if (!facts_->pool.problem().empty()) return facts_->pool.problem();
  version_ += grew;
  if (member && member->dropped) {
    member->reach->answered(complete, false, true);
    member->reach->take_back();
  } else if (member) {
    member->reach->answered(complete, trace.outcome == Outcome::kFinding, version_ != version);
  }
  if (grew) refresh_all();
  return {};
}

void McrTeam::refresh_all() {
  bool holds = true;
  for (const MemberPtr& member : members_) holds &= member->reach->refresh();
  if (holds || members_.empty()) return;
  drop_search();
  open(goal_);
}

// A member has come to its end. If all have, so has the search.
void McrTeam::end_search(const MemberPtr& member) {
  if (member != members_.front()) std::erase(members_, member);
  if (members_.size() > 1 || members_.front()->state != Member::State::kDone) return;
  const MemberPtr first = members_.front();
  drop_search();
  if (first->reach->stale()) {
    open(goal_);
    return;
  }
  facts_->close(goal_, first->reach);
  changed_.notify_all();
}

// The next search. False: the pool is closed.
bool McrTeam::choose() {
  const std::optional<McrFacts::Goal> goal = facts_->choose();
  if (goal) open(*goal);
  return goal.has_value();
}

void McrTeam::open(McrFacts::Goal goal) {
  goal_ = std::move(goal);
  if (goal_.cells.empty()) goal_.blocking = may_wait_for_ever(facts_->pool, goal_.target);  // more may be known by now
  claimed_ = 0;
  members_.push_back(std::make_shared<Member>(Member{facts_->make(goal_, true)}));
  changed_.notify_all();
}

void McrTeam::drop_search() {
  for (const MemberPtr& member : members_) {
    member->dropped = true;
    if (member->state != Member::State::kBusy) member->reach->take_back();  // else when its run was made
  }
  members_.clear();
}

// More is shared than was known, or values are not followed as before.
void McrTeam::start_again(Follow follow) {
  Counts& counts = result_.counts;
  counts.discovery += counts.executions + counts.blocked;
  counts.executions = counts.blocked = counts.events = 0;
  counts.foretold = counts.shown = {};
  drop_search();
  asked_.clear();
  auto races = std::move(facts_->memory.races);
  shown_ = std::make_unique<Shown>(options_, follow);
  facts_ = &shown_->facts;
  facts_->memory.races = std::move(races);
  starting_ = false;
  ++epoch_;
  listener_.restarted(counts);
}

void McrTeam::give_up(const std::string& why) {
  if (const std::optional<Follow> less = facts_->follow_less()) return start_again(*less);
  gave_up_ = why;
  stop(Stop::kAsked);
}

void McrTeam::stop(Stop stop) {
  if (!over_) result_.stop = stop;
  over_ = true;
  pause_ = true;
  changed_.notify_all();
}

}  // namespace heddle
