// Maximal causality reduction: every local history that any thread can reach, each found by a run that adds it.
//
// What all runs taught is kept in one pool (src/causal). For each thread a search of the pool's states asks what it
// could be told that no run has shown; where the pool does not know, the schedule that leads there is run, and the pool
// learns. When the searches of all threads have come to their ends without anything new, the pool is closed: no execution
// of the program does anything that is not in it. (Take the first event of an execution that is not: all before it is in
// the pool, so its thread's history is, and what it was told is reachable and not known; a search would have found it.)
//
// The model of the program's synchronisation is checked in each run (causal/model_replay.h). Where a program does what the
// model does not cover, such as more than 64 locks, the rest of the work is done by `dpor`. As the engine `auto`, others search
// beside it where it takes long (portfolio.h); as `mcr`, it is alone.
#include <memory>
#include <utility>

#include "explore/engines.h"
#include "explore/mcr_facts.h"
#include "explore/mcr_paths.h"
#include "explore/path_counter.h"
#include "explore/portfolio.h"

namespace heddle {
namespace {

using causal::Reach;

constexpr uint64_t kSlice = 1 << 16;       // steps of a search before somebody else may have a look at the time
constexpr uint64_t kMuchMemory = 1 << 24;  // bytes that are not taken without asking

class Mcr final : public Engine, public PathCounter {
 public:
  Mcr(const EngineOptions& options, bool alone, OrderFault order, causal::ReachFault reach)
      : options_(options), alone_(alone), facts_(std::make_unique<McrFacts>(options, first_follow(options))),
        paths_(options.formula_after), portfolio_(options_) {
    facts_->pool.allow_inputs();
    facts_->memory.fault = order;
    facts_->memory.reach_fault = reach;
    if (options.final_states) leave_to_dpor("what is left in memory at the end is looked at");
  }

  bool next(Work& work) override {
    if (instead_ && options_.dpor_elsewhere) return false;
    if (instead_) return next_instead(work);
    work = Work();
    work.schedule.tail = Tail::kFair;
    work.schedule.follow = facts_->follow;
    if (!facts_->started) return true;
    if (!facts_->pool.ledger().to_share().empty()) {  // the search starts again after it
      work.schedule.share = facts_->pool.ledger().to_share();
      return true;
    }
    if (facts_->foresight.has_questions()) {
      foreseen_ = facts_->foresight.ask(work);
      work.pause = !foreseen_;
      return true;
    }
    if (std::exchange(path_again_, false)) return run_path(work);
    for (;;) {
      if (portfolio_.has_turn()) {
        beside_ = portfolio_.next(work);
        if (beside_) return true;
        if (portfolio_.is_over()) return false;
      }
      if (current_ == nullptr && !choose()) return false;
      if (asks_formulas() && paths_.has_turn(walked_)) {
        const McrPaths::Answer answer = paths_.ask(*facts_, goal_);
        portfolio_.mcr_asked(paths_.spent());
        if (answer == McrPaths::Answer::kRun) return run_path(work);
        if (answer == McrPaths::Answer::kClosed)
          facts_->close_by_formula(goal_, std::exchange(current_, nullptr), paths_.postponed()),
              portfolio_.mcr_came_on();
        work.pause = true;  // it may have taken long: somebody may look at the time
        return true;
      }
      if (must_ask_for_memory(work)) return true;
      const uint64_t states = facts_->memory.states;
      const Reach::Answer answer = current_->go_on(kSlice);
      walked_ += facts_->memory.states - states;
      portfolio_.mcr_worked(facts_->memory.states - states);
      switch (answer) {
        case Reach::Answer::kRun:
          work.schedule.prefix = current_->schedule();
          work.tentative = true;
          work.foretold = current_->foretells();
          return true;
        case Reach::Answer::kPause: work.pause = true; return true;
        case Reach::Answer::kClosed:
          if (!current_->believable()) {
            const std::string trouble = facts_->memory.trouble;
            give_up(trouble.empty() ? "a run did not show what the model of the program says" : trouble);
            return next(work);
          }
          facts_->close(goal_, std::move(current_));
          portfolio_.mcr_came_on();
      }
    }
  }

  void observe(const Work& work, const Trace& trace) override {
    finder_ = trace.findings.empty() ? "" : instead_ ? "dpor" : beside_ ? portfolio_.running() : "mcr";
    facts_->note_races(trace);
    if (instead_) {
      instead_->observe(work, trace);
      return;
    }
    if (std::exchange(beside_, false)) return portfolio_.observe(work, trace);
    portfolio_.mcr_ran(trace.events.size());
    const bool foreseen = std::exchange(foreseen_, false);
    events_ = trace.events.size();
    facts_->started = true;
    if (trace.outcome == Outcome::kDiverged && foreseen) return;
    const bool grew = facts_->learn(trace);
    if (facts_->pool.has_inputs()) portfolio_.only_sample(trace);
    if (trace.outcome == Outcome::kDiverged &&
        !grew) {  // it does not even show that a section begins where none was known
      give_up("the program did not follow the model of it");
      return;
    }
    if (const std::string problem = facts_->pool.problem(); !problem.empty()) {
      if (facts_->pool.ledger().to_share().empty()) give_up(problem);  // else it may be about what was not visible
      return;
    }
    if (std::exchange(by_formula_, false)) {
      path_again_ = paths_.learned(*facts_, trace.outcome == Outcome::kFinding, grew);
      if (current_ && grew) current_->pool_grew();
      return;
    }
    if (current_ && foreseen) current_->pool_grew();
    else if (current_)
      current_->learned(trace.steps.size() >= work.schedule.prefix.size(), trace.outcome == Outcome::kFinding, grew);
  }

  bool exhaustive() const override { return true; }

  bool started_again() override { return std::exchange(started_again_, false); }

  void succeed(const Engine& before) override {
    if (const auto* mcr = dynamic_cast<const Mcr*>(&before)) facts_->memory.races = mcr->facts_->memory.races;
  }

  void save(Writer& out) const override {
    if (instead_) {
      Writer rest;
      instead_->save(rest);
      put_instead(out, why_, rest.bytes());
      return;
    }
    facts_->save(out);
  }

  bool load(Reader& in) override {
    if (in.get<uint8_t>()) {
      why_ = in.get_string();
      instead_ = make_dpor(options_);
      const std::string rest = in.get_string();
      Reader its(rest);
      return instead_->load(its);
    }
    return facts_->load(in);
  }

  // The pool must stay one; several share it in another way (mcr_team.h).
  bool split(Writer& out) override {
    Writer part;
    if (!instead_ || !instead_->split(part)) return false;
    put_instead(out, why_, part.bytes());
    return true;
  }

  std::string certificate() const override { return instead_ || portfolio_.is_over() ? "" : facts_->certificate(); }

  std::optional<uint64_t> count_paths() const override {
    return instead_ || portfolio_.is_over() ? std::nullopt : McrPaths::count(*facts_);
  }

  std::string fallback() const override {
    if (instead_) return why_;
    return portfolio_.is_over() ? "every execution was run before every history was known" : "";
  }

  std::string author() const override {
    if (alone_ || *finder_) return alone_ ? "" : finder_;
    if (instead_) return "dpor";
    if (portfolio_.is_over()) return portfolio_.running();
    return closed_ || !portfolio_.has_run() ? "mcr" : "";
  }

  std::string doubt() const override {
    if (instead_) return options_.dpor_elsewhere ? why_ : "";
    return facts_->doubt();
  }

  std::string progress() const override {
    if (instead_) return "dpor, since " + why_ + "; " + instead_->progress();
    return facts_->progress() + portfolio_.progress() + paths_.progress();
  }

 private:
  bool next_instead(Work& work) {
    if (!taken_over_) work = Work();
    taken_over_ = true;
    return instead_->next(work);
  }

  bool asks_formulas() const { return facts_->pool.has_inputs() || options_.formula_after == 0; }

  bool run_path(Work& work) {
    by_formula_ = true;
    work.schedule.prefix = paths_.schedule();
    work.tentative = true;
    if (paths_.foretells_race()) work.foretold = FindingKind::kRace;
    return true;
  }

  bool must_ask_for_memory(Work& work) {
    const uint64_t claim = current_->claim(kSlice) + facts_->pool.claim(events_);
    if (claim < kMuchMemory || claim == claimed_) return false;
    work.pause = true;
    work.claim = claimed_ = claim;
    return true;
  }

  bool choose() {
    const std::optional<McrFacts::Goal> goal = facts_->choose();
    closed_ = !goal;
    if (!goal) return false;
    goal_ = *goal;
    current_ = facts_->make(goal_, false);
    claimed_ = 0;
    walked_ = 0;
    paths_.begin();
    return true;
  }

  void start_again(Follow follow) {
    started_again_ = true;
    current_ = nullptr;
    auto races = std::move(facts_->memory.races);
    paths_ = McrPaths(options_.formula_after);
    by_formula_ = path_again_ = false;
    facts_ = std::make_unique<McrFacts>(options_, follow);
    facts_->memory.races = std::move(races);
    portfolio_ = Portfolio(options_);
    facts_->pool.allow_inputs();
  }

  void give_up(const std::string& why) {
    if (const std::optional<Follow> less = facts_->follow_less()) return start_again(*less);
    leave_to_dpor(why);
  }

  void leave_to_dpor(const std::string& why) {
    why_ = why;
    instead_ = portfolio_.take_dpor();
    if (!instead_) instead_ = make_dpor(options_);
    current_ = nullptr;
    auto races = std::move(facts_->memory.races);
    EngineOptions no_races = options_;
    no_races.predict_races = false;
    facts_ = std::make_unique<McrFacts>(no_races);
    facts_->memory.races = std::move(races);
  }

  EngineOptions options_;
  bool alone_;               // nobody searches beside it
  const char* finder_ = "";  // who made the last run, if that showed a bug
  bool closed_ = false;      // all searches have come to their ends
  std::unique_ptr<McrFacts> facts_;
  McrFacts::Goal goal_;              // of the search under way
  std::unique_ptr<Reach> current_;   // that search, null if none is open
  McrPaths paths_;                   // asks for it where it takes long
  uint64_t walked_ = 0;              // steps that it has taken
  bool by_formula_ = false;          // the run under way was asked for by `paths_`
  bool path_again_ = false;          // and so is the next
  bool foreseen_ = false;            // the run under way was its idea
  Portfolio portfolio_;              // what searches beside it
  bool beside_ = false;              // the run under way is for that
  bool started_again_ = false;       // see started_again()
  uint64_t events_ = 0;              // of the last run
  uint64_t claimed_ = 0;             // bytes that were last asked for
  std::unique_ptr<Engine> instead_;  // works in its place once the model does not fit
  bool taken_over_ = false;          // it has been asked for work
  std::string why_;
};

}  // namespace

std::unique_ptr<Engine> make_mcr(const EngineOptions& options) {
  return make_mcr(options, OrderFault::kNone, causal::ReachFault::kNone);
}

std::unique_ptr<Engine> make_mcr(const EngineOptions& options, OrderFault order, causal::ReachFault reach) {
  EngineOptions alone = options;
  alone.alone_for = UINT64_MAX;
  return std::make_unique<Mcr>(alone, true, order, reach);
}

std::unique_ptr<Engine> make_auto(const EngineOptions& options) {
  return std::make_unique<Mcr>(options, false, OrderFault::kNone, causal::ReachFault::kNone);
}

}  // namespace heddle
