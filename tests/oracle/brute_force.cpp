// See brute_force.h.
#include "brute_force.h"

#include <algorithm>

#include "base/hash.h"
#include "naive_races.h"

namespace heddle::oracle {
namespace {

class BruteForce {
 public:
  BruteForce(const model::FlatProgram& program, const BruteForceOptions& options)
      : options_(options), initial_(program), trace_(options.dependence, options.only_noticed, options.follows) {}

  std::optional<Truth> run() {
    if (options_.follows) initial_.follow_values();
    initial_.start(&events_);
    trace_.note_all(events_, initial_.follower());
    truth_.interleavings = visit(initial_);
    if (too_big_) return std::nullopt;
    if (options_.preemptions) {
      visit_bounded(initial_, -1, 0);
      if (too_big_) return std::nullopt;
      truth_.by_preemptions = count_bounded(initial_, -1);
      // What fewer preemptions are enough for, more are enough for too.
      for (size_t c = 1; c < truth_.histories_within.size(); ++c) {
        truth_.histories_within[c].insert(truth_.histories_within[c - 1].begin(), truth_.histories_within[c - 1].end());
        truth_.findings_within[c].insert(truth_.findings_within[c - 1].begin(), truth_.findings_within[c - 1].end());
      }
    }
    return std::move(truth_);
  }

 private:
  // Calls f(machine after the step, thread, event) for each step that `machine` can take; the trace hash is
  // pushed meanwhile. Steps at which their threads fail before they are done are noted instead: so many runs.
  int for_each_step(const Interpreter& machine, auto&& f) {
    int cut = 0;
    machine.enabled().for_each([&](ThreadId t) {
      for (int value = 0, n = machine.values(t); value < std::max(n, 1); ++value) {
        Interpreter after = machine;
        std::vector<Event> log;
        after.forget_followed();
        after.perform(t, value, &log);
        if (log.empty()) {
          note_cut(after);
          ++cut;
          continue;
        }
        const model::Follower* values = after.follower();
        trace_.push(log.front(), values && !values->followed().empty() ? values->followed()[0] : Followed());
        trace_.note_all(log, values);
        events_.insert(events_.end(), log.begin(), log.end());
        f(after, t);
        events_.resize(events_.size() - log.size());
        trace_.pop();
      }
    });
    return cut;
  }

  static Interpreter stuck(const Interpreter& machine) {
    Interpreter end = machine;
    end.get_stuck();
    return end;
  }

  // Returns the number of complete runs from here.
  double visit(const Interpreter& machine) {
    trace_.add_told(truth_.histories);
    const uint64_t key = trace_.value();
    if (machine.over()) note_finding(machine);  // which of two threads failed first may hang on the order of arrivals
    if (auto known = known_.find(key); known != known_.end()) return known->second;
    if (known_.size() >= options_.max_nodes) too_big_ = true;
    if (too_big_) return 0;
    double runs = 0;
    if (machine.over()) {
      finish(machine);
      runs = 1;
    } else if (machine.enabled().none()) {
      finish(stuck(machine));
      runs = 1;
    } else {
      note_side_by_side(machine);
      runs += for_each_step(machine, [&](const Interpreter& after, ThreadId) { runs += visit(after); });
    }
    known_[key] = runs;
    return runs;
  }

  static Event done(Interpreter machine, ThreadId t) {
    std::vector<Event> log;
    machine.perform(t, 0, &log);
    return log.empty() ? machine.next()[t] : log.front();
  }

  void note_side_by_side(const Interpreter& machine) {
    const ThreadSet enabled = machine.enabled();
    enabled.for_each([&](ThreadId t) {
      enabled.for_each([&](ThreadId u) {
        if (t >= u || !is_access(machine.next()[t].op) || !is_access(machine.next()[u].op)) return;
        const Event a = done(machine, t), b = done(machine, u);  // a compare-exchange that fails writes nothing
        if (!(a.flags & b.flags & kAtomic) && conflicts(a, b))
          truth_.side_by_side.insert(race_name(a.position, b.position));
      });
    });
  }

  void note_finding(const Interpreter& machine) {
    if (!machine.has_finding()) return;
    add_failures(machine.finding(), machine, truth_.failures);
    if (options_.only_noticed) add_findings(machine.finding(), trace_, machine, truth_.findings);
    else truth_.findings.insert(finding_hash(machine.finding(), trace_));
  }

  void note_cut(const Interpreter& machine) {
    truth_.any_cut = true;
    note_races();
    note_finding(machine);
  }

  void note_races() {
    if (std::any_of(events_.begin(), events_.end(), [](const Event& e) { return !(e.flags & kAtomic); }))
      truth_.races.merge(naive_races(events_));
  }

  void finish(const Interpreter& machine) {
    note_races();
    note_finding(machine);
    switch (end_of(machine)) {
      case End::kMaximal:
        ++truth_.complete[trace_.value()];
        truth_.results.insert(machine.result_hash());
        truth_.classes.insert(trace_.value_class());
        break;
      case End::kAssumed: ++truth_.assumed[trace_.value()]; break;
      default: truth_.any_cut = true; truth_.main_cut |= !machine.has_finding();
    }
  }

  static bool preempts(const Interpreter& machine, int last, ThreadId t) {
    return last >= 0 && last != t && machine.enabled().test(static_cast<ThreadId>(last));
  }

  // Walks through (prefix, last thread, preemptions so far), each triple once.
  void visit_bounded(const Interpreter& machine, int last, size_t preemptions) {
    if (truth_.histories_within.size() <= preemptions) {
      truth_.histories_within.resize(preemptions + 1);
      truth_.findings_within.resize(preemptions + 1);
    }
    trace_.add_told(truth_.histories_within[preemptions]);
    if (!seen_.insert(mix(mix(trace_.value(), static_cast<uint64_t>(last + 1)), preemptions)).second) return;
    if (seen_.size() >= 4 * options_.max_nodes) too_big_ = true;
    if (too_big_) return;
    if (machine.over() || machine.enabled().none()) {
      const Interpreter end = machine.over() ? machine : stuck(machine);
      if (end.has_finding()) truth_.findings_within[preemptions].insert(finding_hash(end.finding(), trace_));
      return;
    }
    for_each_step(machine, [&](const Interpreter& after, ThreadId t) {
      visit_bounded(after, t, preemptions + preempts(machine, last, t));
    });
  }

  // How many complete runs from here have 0, 1, 2, … preemptions.
  std::vector<double> count_bounded(const Interpreter& machine, int last) {
    const uint64_t key = mix(trace_.value(), static_cast<uint64_t>(last + 1));
    if (auto known = counts_.find(key); known != counts_.end()) return known->second;
    std::vector<double> runs;
    if (machine.over() || machine.enabled().none()) {
      runs = {1};
    } else {
      for_each_step(machine, [&](const Interpreter& after, ThreadId t) {
        const std::vector<double> rest = count_bounded(after, t);
        const size_t shift = preempts(machine, last, t);
        if (runs.size() < rest.size() + shift) runs.resize(rest.size() + shift);
        for (size_t c = 0; c < rest.size(); ++c) runs[c + shift] += rest[c];
      });
    }
    return counts_[key] = runs;
  }

  const BruteForceOptions& options_;
  Interpreter initial_;
  TraceHash trace_;
  std::vector<Event> events_;  // of the execution being tried, those that are no choice included
  Truth truth_;
  std::unordered_map<uint64_t, double> known_;  // prefix -> number of complete runs from there
  std::set<uint64_t> seen_;
  std::unordered_map<uint64_t, std::vector<double>> counts_;
  bool too_big_ = false;
};

}  // namespace

std::optional<Truth> brute_force(const model::Program& program, const BruteForceOptions& options) {
  const model::FlatProgram flat = model::flatten(program);
  return BruteForce(flat, options).run();
}

}  // namespace heddle::oracle
