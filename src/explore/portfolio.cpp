#include "explore/portfolio.h"

#include "explore/engines.h"

namespace heddle {
namespace {

// In steps: a run, and each of its events, of mcr (which follows values, learns, and brings its searches up to date) and of the
// others.
constexpr uint64_t kOwnRun = 400, kOwnEvent = 25;
constexpr uint64_t kRun = 30, kEvent = 1;

// icb keeps what it has not run yet, so there is an end to it.
constexpr int kPreemptions = 2;
constexpr uint64_t kIcbRuns = 1 << 17;
constexpr uint64_t kIcbShare = 8;  // its part of what dpor is given

// dpor is let run ahead if, by its own estimate, the end is near: so far ahead.
constexpr double kNearEnd = 0.8;
constexpr uint64_t kAhead = 3;
constexpr uint64_t kEstimate = 256;  // it is asked every so many runs

}  // namespace

Portfolio::Portfolio(const EngineOptions& options) : options_(options) {}

void Portfolio::mcr_ran(size_t events) { mcr_ += kOwnRun + kOwnEvent * events; }

// What a member may have spent by now.
uint64_t Portfolio::share(Who who, uint64_t work) const {
  if (who == kIcb) return work / kIcbShare;
  return near_end_ ? work * kAhead : work;
}

Portfolio::Who Portfolio::whose_turn() const {
  if (mcr_ <= options_.alone_for) return kMembers;
  const uint64_t work = mcr_ - options_.alone_for;
  for (Who who : {kIcb, kDpor}) {
    const Member& m = members_[who];
    if ((m.engine || !begun_) && m.spent < share(who, work)) return who;
  }
  return kMembers;
}

bool Portfolio::has_turn() const { return !over_ && whose_turn() != kMembers; }

bool Portfolio::next(Work& work) {
  if (!begun_) {
    EngineOptions few = options_;
    few.preemptions = kPreemptions;
    members_[kDpor].engine = make_dpor(options_);
    members_[kIcb].engine = make_icb(few);
    begun_ = true;
  }
  while (has_turn()) {
    running_ = whose_turn();
    Member& m = members_[running_];
    if (m.engine->next(m.work)) {
      work = m.work;
      return true;
    }
    over_ = m.engine->exhaustive();
    if (running_ == kIcb) m.engine = nullptr;
  }
  return false;
}

void Portfolio::observe(const Work& work, const Trace& trace) {
  Member& m = members_[running_];
  m.spent += kRun + kEvent * trace.events.size();
  ++m.runs;
  m.engine->observe(work, trace);
  if (running_ == kDpor && m.runs % kEstimate == 0) near_end_ = m.engine->remaining() < kNearEnd;
  if (running_ == kIcb && m.runs >= kIcbRuns) m.engine = nullptr;
}

std::string Portfolio::progress() const {
  const Member& dpor = members_[kDpor];
  return dpor.engine ? "; beside it dpor, " + std::to_string(dpor.runs) + " runs" : "";
}

std::unique_ptr<Engine> Portfolio::take_dpor() {
  begun_ = true;
  return std::move(members_[kDpor].engine);
}

}  // namespace heddle
