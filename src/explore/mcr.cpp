// Maximal causality reduction: every local history that any thread can reach, each found by a run that adds it.
//
// What all runs taught is kept in one pool (src/causal). For each thread a search of the pool's states asks what it
// could be told that no run has shown; where the pool does not know, the schedule that leads there is run, and the pool
// learns. When the searches of all threads have come to their ends without anything new, the pool is closed: no execution
// of the program does anything that is not in it. (Take the first event of an execution that is not: all before it is in
// the pool, so its thread's history is, and what it was told is reachable and not known; a search would have found it.)
//
// The model of the program's synchronisation is checked in each run (causal/check.h). Where a program does what the
// model does not cover, such as waiting with a deadline, the rest of the work is done by `dpor`, from the start.
#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "causal/certificate.h"
#include "base/hash.h"
#include "causal/check.h"
#include "causal/reach.h"
#include "explore/engines.h"
#include "explore/foresight.h"
#include "explore/mcr_state.h"

namespace heddle {
namespace {

using causal::Reach;

constexpr uint64_t kSlice = 1 << 16;      // steps of a search before somebody else may have a look at the time
constexpr uint64_t kMuchMemory = 1 << 24; // bytes that are not taken without asking

class Mcr final : public Engine {
 public:
  explicit Mcr(const EngineOptions& options) : options_(options), reaches_(kMaxThreads) {
    if (options.final_states) give_up("what is left in memory at the end is looked at");
  }

  bool next(Work& work) override {
    if (instead_) return next_instead(work);
    work = Work();
    work.schedule.tail = Tail::kStay;
    if (!started_) return true;
    if (!pool_.ledger().to_share().empty()) {  // the search starts again after it
      work.schedule.share = pool_.ledger().to_share();
      return true;
    }
    if (foresight_.has_questions()) {
      foreseen_ = foresight_.ask(work);
      work.pause = !foreseen_;
      return true;
    }
    for (;;) {
      if (current_ == nullptr && !choose()) return false;
      if (must_ask_for_memory(work)) return true;
      switch (current_->go_on(kSlice)) {
        case Reach::Answer::kRun:
          work.schedule.prefix = current_->schedule();
          work.tentative = true;
          work.foretold = current_->foretells();
          return true;
        case Reach::Answer::kPause: work.pause = true; return true;
        case Reach::Answer::kClosed:
          if (!current_->believable()) {
            give_up("a run did not show what the model of the program says");
            return next_instead(work);
          }
          current_->forget_states();
          current_ = nullptr;
      }
    }
  }

  void observe(const Work& work, const Trace& trace) override {
    if (instead_) {
      instead_->observe(work, trace);
      return;
    }
    started_ = true;
    const bool foreseen = std::exchange(foreseen_, false);
    events_ = trace.events.size();
    if (trace.outcome == Outcome::kDiverged) {
      if (!foreseen) give_up("the program did not follow the model of it");
      return;
    }
    bool grew = pool_.learn(trace);
    std::vector<uint64_t> deadlock;
    grew |= causal::check(pool_, trace, deadlock);
    for (const Finding& f : trace.races) memory_.races.insert(causal::race_of(f.position, f.other_position));
    if (!deadlock.empty()) memory_.deadlocks.push_back(std::move(deadlock));
    if (!pool_.problem().empty()) {
      give_up(pool_.problem());
      return;
    }
    foresight_.look(trace, pool_);
    if (current_ && foreseen) current_->pool_grew();
    else if (current_) current_->learned(trace.steps.size() >= work.schedule.prefix.size(), trace.outcome == Outcome::kFinding, grew);
  }

  bool exhaustive() const override { return true; }

  void save(Writer& out) const override {
    if (instead_) {
      Writer rest;
      instead_->save(rest);
      put_instead(out, why_, rest.bytes());
      return;
    }
    put_facts(out, started_, pool_, memory_);
  }

  bool load(Reader& in) override {
    if (in.get<uint8_t>()) {
      why_ = in.get_string();
      instead_ = make_dpor(options_);
      const std::string rest = in.get_string();
      Reader its(rest);
      return instead_->load(its);
    }
    started_ = in.get<uint8_t>();
    return pool_.load(in) && memory_.load(in);
  }

  // The pool must stay one; several share it in another way (mcr_team.h).
  bool split(Writer& out) override {
    Writer part;
    if (!instead_ || !instead_->split(part)) return false;
    put_instead(out, why_, part.bytes());
    return true;
  }

  std::string certificate() const override {
    return instead_ ? "" : causal::certificate_lines(pool_, options_.predict_races && memory_.races.empty());
  }

  std::string fallback() const override { return instead_ ? why_ : ""; }

  std::string progress() const override {
    if (instead_) return "dpor, since " + why_ + "; " + instead_->progress();
    return std::to_string(pool_.histories()) + " histories, " + std::to_string(memory_.states.load()) + " states";
  }

 private:
  bool next_instead(Work& work) {
    if (!taken_over_) work = Work();
    taken_over_ = true;
    return instead_->next(work);
  }

  bool must_ask_for_memory(Work& work) {
    const uint64_t claim = current_->claim(kSlice) + pool_.claim(events_);
    if (claim < kMuchMemory || claim == claimed_) return false;
    work.pause = true;
    work.claim = claimed_ = claim;
    return true;
  }

  // The next thread whose search is open. False: the pool is closed.
  bool choose() {
    for (int i = 0; i < pool_.threads(); ++i) {
      const auto t = static_cast<ThreadId>(i);
      if (pool_.root(t) == causal::kNoNode) continue;
      const bool waits = may_wait_for_ever(pool_, t);
      if (!waits && !is_open(pool_, t)) continue;
      const auto& last = reaches_[t];
      if (last && last->relevance().blocking() == waits && last->still_closed()) continue;
      if (was_made(t, waits)) continue;
      reaches_[t] = std::make_unique<Reach>(pool_, memory_, t, waits);
      current_ = reaches_[t].get();
      claimed_ = 0;
      return true;
    }
    return choose_races();
  }

  // Often one search answers for several threads.
  bool was_made(ThreadId t, bool blocking) const {
    causal::Relevance wanted(pool_, t, blocking);
    wanted.compute();
    return std::any_of(reaches_.begin(), reaches_.end(), [&](const auto& other) {
      return other && other->still_closed() && other->relevance().is_same_search(wanted);
    });
  }

  // Every history is known. Which accesses can two threads come to at the same time?
  bool choose_races() {
    for (int i = 0; options_.predict_races && i < pool_.threads(); ++i)
      for (int j = i + 1; j < pool_.threads(); ++j) {
        const auto a = static_cast<ThreadId>(i), b = static_cast<ThreadId>(j);
        std::vector<uint8_t> cells = cells_that_may_race(pool_, memory_, a, b);
        if (cells.empty()) continue;
        auto& known = races_[mix(a, b)];
        if (known.reach && known.cells == cells && known.reach->still_closed()) continue;
        known.cells = cells;
        known.reach = std::make_unique<Reach>(pool_, memory_, a, b, std::move(cells));
        current_ = known.reach.get();
        claimed_ = 0;
        return true;
      }
    return false;
  }

  void give_up(const std::string& why) {
    why_ = why;
    instead_ = make_dpor(options_);
    current_ = nullptr;
    reaches_.clear();
    races_.clear();
  }

  struct OpenRaces {
    std::unique_ptr<Reach> reach;
    std::vector<uint8_t> cells;
  };

  EngineOptions options_;
  causal::Pool pool_;
  causal::Memory memory_;
  std::vector<std::unique_ptr<Reach>> reaches_;  // per thread: its last search
  std::unordered_map<uint64_t, OpenRaces> races_;  // per pair of threads, likewise
  Reach* current_ = nullptr;          // the one that is open
  Foresight foresight_;
  bool foreseen_ = false;             // the run under way was its idea
  bool started_ = false;              // the first run was made
  uint64_t events_ = 0;               // of the last run
  uint64_t claimed_ = 0;              // bytes that were last asked for
  std::unique_ptr<Engine> instead_;   // works in its place once the model does not fit
  bool taken_over_ = false;           // it has been asked for work
  std::string why_;
};

}  // namespace

std::unique_ptr<Engine> make_mcr(const EngineOptions& options) { return std::make_unique<Mcr>(options); }

}  // namespace heddle
