// check_side_by_side: the members of `auto` at the same time, each with workers of its own.
//
// One worker alone lets them take turns (explore/portfolio.h). With several, half of them belong to mcr and half to dpor, the one that
// proves most programs which mcr is slow with; each of the two searches as it would alone, so nothing costs more than with one worker.
// Where mcr has a single worker, icb and pct take turns with it; else they have one of the workers, one after the other.
//
// Who has the answer first stops the others: all behaviours were covered, or a finding is all that was asked for. So does a limit. An
// engine that comes to its end with a doubt (a run that was cut) ends the check as well, and no other is believed then. What is left of the
// search, for a checkpoint, is mcr's, with the runs of all counted; dpor begins again.
#include <array>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "remote/beside.h"
#include "remote/check.h"
#include "remote/continued.h"
#include "remote/parts_of_check.h"
#include "remote/supervisor.h"

namespace heddle {
namespace {

constexpr int kPreemptions = 2;  // of icb, as in a portfolio

void set_engine(WorkerSettings& settings, const char* name) {
  std::snprintf(settings.engine, sizeof settings.engine, "%s", name);
}

// One of the engines at work.
struct Side {
  CheckRequest request;
  const char* then = nullptr;  // the engine that follows it, when it is through without covering everything
  Progress progress;           // what it said last
  CheckResult result;
};

// Runs that were made stay so when the search goes on: its limit counts them.
void keep_counts(SearchState& left, const Counts& counts) {
  (left.open.empty() ? left.done : left.open.front().counts) += counts;
}

// What a side says, of all of them.
class SideListener final : public CheckListener {
 public:
  SideListener(CheckListener& listener, std::vector<Side>& sides, Side& mine, std::mutex& mutex)
      : listener_(listener), sides_(sides), mine_(mine), mutex_(mutex) {}
  void progress(const Progress& said) override {
    const std::lock_guard lock(mutex_);
    mine_.progress = said;
    Progress all = sides_.front().progress;
    for (const Side& side : sides_) {
      if (&side == &sides_.front()) continue;
      all.counts += side.progress.counts;
      all.workers += side.progress.workers;
      all.memory += side.progress.memory;
    }
    all.seconds = said.seconds;
    listener_.progress(all);
  }
  void open_work(const SearchState& state) override {
    if (&mine_ != &sides_.front()) return;
    SearchState all = state;
    {
      const std::lock_guard lock(mutex_);
      for (const Side& side : sides_)
        if (&side != &mine_) keep_counts(all, side.progress.counts);
    }
    listener_.open_work(all);
  }
  void found(const Found& found) override { listener_.found(found); }
  bool suppressed(const Found& found) override { return listener_.suppressed(found); }
  bool told(const Found& found) override { return listener_.told(found); }
  bool minor(const Found& found) override { return listener_.minor(found); }
  void note(const std::string& text) override { listener_.note(text); }

 private:
  CheckListener& listener_;
  std::vector<Side>& sides_;
  Side& mine_;
  std::mutex& mutex_;
};

// From the beginning, with what is known to be shared.
CheckRequest begun_anew(const CheckRequest& request, const char* engine, int jobs) {
  CheckRequest its = request;
  set_engine(its.settings, engine);
  its.start.open.clear();
  its.start.done = {};
  its.jobs = jobs;
  its.keeps_left = false;
  its.save_every = {};
  return its;
}

std::vector<Side> sides_of(const CheckRequest& request, Beside& beside) {
  const int dpor = request.jobs / 2, samplers = request.jobs > 2, mcr = request.jobs - dpor - samplers;
  std::vector<Side> sides(samplers ? 3 : 2);
  sides[0].request = request;
  sides[0].request.jobs = mcr;
  sides[0].request.settings.options.dpor_elsewhere = true;
  sides[1].request = begun_anew(request, "dpor", dpor);
  if (samplers) {
    sides[2].request = begun_anew(request, "icb", 1);
    sides[2].request.settings.options.preemptions = kPreemptions;
    sides[2].then = "pct";
  }
  for (Side& side : sides) side.request.beside = &beside;
  return sides;
}

// mcr gave up, which dpor did not; nothing is wrong with the program.
bool has_handed_over(const CheckResult& r) { return !r.complete && !r.fallback.empty(); }

// An engine with a bound is through with what that covers.
bool is_through(const CheckResult& r) { return r.left.doubt.starts_with(kExplored); }

bool is_in_doubt(const CheckResult& r) {
  return !r.left.doubt.empty() && !is_through(r) && !(has_handed_over(r) && r.left.doubt == r.fallback);
}

// It has the answer, or came to a limit, or there will be no answer.
bool ends_all(const CheckResult& r) { return !has_handed_over(r) && !is_through(r); }

void run(Side& side, CheckListener& listener, Beside& beside) {
  const auto check_it = [&] {
    return side.request.jobs > 1 && std::string_view(side.request.settings.engine) == "auto"
               ? check_together(side.request, listener)
               : Supervisor(side.request, listener).run();
  };
  side.result = check_it();
  if (side.then != nullptr && !beside.over && !ends_all(side.result)) {
    set_engine(side.request.settings, side.then);
    take_time(side.request, side.result);
    const CheckResult before = side.result;
    side.result = joined(before, check_it());
    side.result.counts += before.counts;
  }
  if (ends_all(side.result)) beside.over = true;
}

// Whose answer it is.
Side& speaker(std::vector<Side>& sides) {
  for (const auto& is_it :
       {+[](const CheckResult& r) { return r.enough; }, +[](const CheckResult& r) { return is_in_doubt(r); },
        +[](const CheckResult& r) { return r.complete; },
        +[](const CheckResult& r) { return ends_all(r) && r.reason != kAnswered; }})
    for (Side& side : sides)
      if (is_it(side.result)) return side;
  return sides[0];
}

}  // namespace

bool may_be_divided(const CheckRequest& request) {
  return std::string_view(request.settings.engine) == "auto" && request.jobs > 1 &&
         request.settings.max_executions == UINT64_MAX && request.settings.options.alone_for != UINT64_MAX;
}

CheckResult check_side_by_side(const CheckRequest& request, CheckListener& listener) {
  Beside beside;
  std::vector<Side> sides = sides_of(request, beside);
  std::mutex telling;
  std::vector<std::thread> threads;
  for (Side& side : sides)
    threads.emplace_back([&] {
      SideListener its(listener, sides, side, telling);
      run(side, its, beside);
    });
  for (std::thread& thread : threads) thread.join();
  Side& first = speaker(sides);
  CheckResult result = first.result;
  if (is_in_doubt(result)) result.complete = false;
  if (result.author.empty()) result.author = first.request.settings.engine;
  if (result.author == "auto") result.author = "mcr";
  for (const Side& side : sides) {
    if (&side == &first) continue;
    result.counts += side.result.counts;
    result.findings += side.result.findings;
    result.covered.add(side.result.covered);
    result.seconds = std::max(result.seconds, side.result.seconds);
  }
  if (&first != &sides.front()) {
    if (has_handed_over(sides[0].result)) result.fallback = sides[0].result.fallback;
    else if (result.complete) result.fallback = "every execution was run before every history was known";
    SearchState left = std::move(sides.front().result.left);
    left.found = std::move(result.left.found);
    left.doubt = std::move(result.left.doubt);
    if (left.places.empty()) left.places = request.start.places;
    result.left = std::move(left);
  }
  for (size_t i = 1; i < sides.size(); ++i) keep_counts(result.left, sides[i].result.counts);
  return result;
}

}  // namespace heddle
