#include "explore/portfolio.h"

#include <algorithm>

#include "explore/engines.h"

namespace heddle {
namespace {

// In steps: a run, and each of its events, of mcr (which follows values, learns, and brings its searches up to date) and of the
// others.
constexpr uint64_t kOwnRun = 400, kOwnEvent = 25;
constexpr uint64_t kRun = 30, kEvent = 1;

// Those that sample begin earlier than dpor, get a part of what mcr takes, and come to an end: icb keeps what it has not run
// yet, and pct has tried the likely schedules after a while.
constexpr uint64_t kSamplersEarlier = 4;
// With inputs pct begins when mcr has come to nothing for a smaller part of that, formulas included.
constexpr uint64_t kStuck = 8;
constexpr uint64_t kSamplersShare = 8;
constexpr uint64_t kMostRuns = 1 << 17;
constexpr int kPreemptions = 2;

// dpor is asked for its estimate every so many runs. If it needs less than mcr has taken until now, it is let run ahead, so
// many times as far; if it needs so many times as much as all have taken, it stays behind.
constexpr uint64_t kEstimate = 256;
constexpr uint64_t kAhead = 4;
constexpr double kFar = 16;

// A turn is at least so long: between runs that follow values and runs that do not, the runtime has to begin afresh with what it tells.
constexpr uint64_t kTurn = 1 << 14;

constexpr const char* kNames[] = {"pct", "icb", "dpor"};

}  // namespace

Portfolio::Portfolio(const EngineOptions& options) : options_(options) {
  members_[kDpor].dropped = options.dpor_elsewhere;
}

void Portfolio::mcr_ran(size_t events) {
  mcr_ += kOwnRun + kOwnEvent * events;
  mcr_came_on();
  in_turn_ = false;
}

void Portfolio::mcr_asked(uint64_t steps) {
  if (!only_samples_) return;
  in_vain_ += steps;
  if (in_vain_ > options_.alone_for / kStuck && options_.alone_for != UINT64_MAX) stuck_ += steps;
}

void Portfolio::only_sample(const Trace& trace) {
  only_samples_ = true;
  if (trace.outcome == Outcome::kBlocked || trace.outcome == Outcome::kDiverged) return;
  opening_.clear();
  for (const Step& step : trace.steps) {
    if (step.kind == Step::kThread && step.count > 1) break;
    opening_.push_back(step.pick);
  }
}

uint64_t Portfolio::begin_of(Who who) const {
  if (options_.alone_for == UINT64_MAX || who == kDpor) return options_.alone_for;
  return options_.alone_for / kSamplersEarlier;
}

// What a member may have spent by now, when mcr has done so much since it began.
uint64_t Portfolio::share(Who who, uint64_t work) const {
  if (who != kDpor) return work / kSamplersShare;
  return outlook_ == Outlook::kSoon ? work * kAhead : outlook_ == Outlook::kFar ? work / 2 : work;
}

Portfolio::Who Portfolio::whose_turn() const {
  for (Who who : {kIcb, kPct, kDpor}) {
    const Member& m = members_[who];
    const uint64_t begin = begin_of(who), worked = (mcr_ > begin ? mcr_ - begin : 0) + stuck_;
    if (m.dropped || worked == 0 || (only_samples_ && who != kPct)) continue;
    const bool goes_on = m.runs == 0 || (running_ == who && in_turn_);
    const uint64_t least = goes_on ? 1 : std::clamp<uint64_t>(options_.alone_for / 128, 1, kTurn);
    if (m.spent + least <= share(who, worked)) return who;
  }
  return kMembers;
}

bool Portfolio::has_turn() const { return !over_ && whose_turn() != kMembers; }

std::unique_ptr<Engine> Portfolio::make(Who who) const {
  if (who == kDpor) return make_dpor(options_);
  if (who == kPct) return make_pct(options_);
  EngineOptions few = options_;
  few.preemptions = kPreemptions;
  return make_icb(few);
}

void Portfolio::drop(Who who) {
  members_[who].engine = nullptr;
  members_[who].dropped = true;
}

bool Portfolio::next(Work& work) {
  while (has_turn()) {
    running_ = whose_turn();
    in_turn_ = true;
    Member& m = members_[running_];
    if (!m.engine) m.engine = make(running_);
    if (m.engine->next(m.work)) {
      work = m.work;
      if (!only_samples_) return true;
      work.schedule.follow = Follow::kAll;
      if (m.runs % 2 == 0) work.schedule.prefix = opening_;
      return true;
    }
    over_ = m.engine->exhaustive();
    if (running_ != kDpor) drop(running_);
  }
  return false;
}

void Portfolio::observe(const Work& work, const Trace& trace) {
  Member& m = members_[running_];
  m.spent += kRun + kEvent * trace.events.size();
  ++m.runs;
  m.engine->observe(work, trace);
  if (running_ == kDpor && m.runs % kEstimate == 0) outlook_ = outlook();
  if (running_ != kDpor && m.runs >= kMostRuns) drop(running_);
}

Portfolio::Outlook Portfolio::outlook() const {
  const Member& m = members_[kDpor];
  const double left = m.engine->remaining();
  if (left < 0) return Outlook::kOpen;
  const double needs = static_cast<double>(m.spent) * left / std::max(1 - left, 1e-12);
  if (needs < static_cast<double>(mcr_)) return Outlook::kSoon;
  return needs > kFar * static_cast<double>(mcr_ + m.spent) ? Outlook::kFar : Outlook::kOpen;
}

const char* Portfolio::running() const { return kNames[running_]; }

bool Portfolio::has_run() const {
  return std::any_of(members_.begin(), members_.end(), [](const Member& m) { return m.runs > 0; });
}

std::string Portfolio::progress() const {
  std::string text;
  for (Who who : {kDpor, kIcb, kPct})
    if (members_[who].runs > 0)
      text += (text.empty() ? "; beside it " : ", ") + std::string(kNames[who]) + ", " +
              std::to_string(members_[who].runs) + " runs";
  return text;
}

std::unique_ptr<Engine> Portfolio::take_dpor() {
  std::unique_ptr<Engine> dpor = std::move(members_[kDpor].engine);
  for (Who who : {kPct, kIcb, kDpor}) drop(who);
  return dpor;
}

}  // namespace heddle
