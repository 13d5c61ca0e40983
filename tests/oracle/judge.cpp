// See judge.h.
#include "judge.h"

#include <algorithm>

#include "base/hash.h"
#include "explore/mcr_team.h"
#include "model/c_source.h"
#include "model/executor.h"
#include "model/shrink.h"
#include "naive_races.h"

namespace heddle::oracle {
namespace {

constexpr Promise kPromises[] = {
    {"dfs", false, true, true, false},         {"icb", false, true, true, true},
    {"dpor", true, false, false, false},       {"dpor-classic", false, false, true, false},
    {"optimal", true, false, true, false},     {"icb+dpor", false, false, true, true},
    {"mcr", false, false, true, false, true},  {"dpor-predicate", false, false, true, false},
    {"auto", false, false, true, false, true},
};

std::string number(double n) { return std::to_string(static_cast<uint64_t>(n)); }

std::string compare_sets(const char* what, const std::set<uint64_t>& expected, const std::set<uint64_t>& found) {
  size_t missing = 0, invented = 0;
  for (uint64_t h : expected) missing += !found.contains(h);
  for (uint64_t h : found) invented += !expected.contains(h);
  if (missing == 0 && invented == 0) return {};
  return std::string(what) + ": " + std::to_string(missing) + " missing, " + std::to_string(invented) +
         " that do not exist, of " + std::to_string(expected.size()) + "\n";
}

std::string compare_traces(const char* what, const std::unordered_map<uint64_t, int>& expected,
                           const std::unordered_map<uint64_t, int>& found, bool once) {
  size_t missing = 0, invented = 0, repeated = 0;
  for (auto& [h, n] : expected) missing += !found.contains(h);
  for (auto& [h, n] : found) {
    invented += !expected.contains(h);
    repeated += n > 1;
  }
  if (missing == 0 && invented == 0 && !(once && repeated)) return {};
  return std::string(what) + ": " + std::to_string(missing) + " missing, " + std::to_string(invented) +
         " that do not exist, " + std::to_string(repeated) + " repeated, of " + std::to_string(expected.size()) + "\n";
}

// In an atomic section a value is received: what is one step is then not always the same (path.h), so that runs are repeated.
bool has_open_sections(const std::vector<model::Instruction>& body, bool inside = false) {
  using enum model::Code;
  for (const model::Instruction& i : body) {
    if (inside && (i.code == kChoose || i.code == kInput || i.code == kSignal)) return true;
    if (has_open_sections(i.body, inside || i.code == kAtomic)) return true;
  }
  return false;
}
bool has_open_sections(const model::Program& program) {
  return std::ranges::any_of(program.threads, [](const model::Thread& t) { return has_open_sections(t.body); });
}
bool uses(const model::Program& program, const char* word) {
  return model::to_text(program).find(word) != std::string::npos;
}
bool uses_sections(const model::Program& program) { return uses(program, "atomic "); }

// Where mcr makes runs that may show nothing new: what of a section matters to nobody is no part of its schedules; the write of a
// block does not tell what was there before; conditions with a deadline are left to dpor.
bool may_run_idle(const model::Program& program) {
  return uses_sections(program) || uses(program, "-block ") || uses(program, "cond-wait timed");
}

// The engine gave up because what a thread did does not follow from what it asked.
bool is_about_values(const std::string& fallback) {
  return fallback.find("something else after the same reads") != std::string::npos ||
         fallback.find("expression") != std::string::npos || fallback.find("another value") != std::string::npos;
}

// Otherwise main may end while a thread has nothing left to do but to end, which looks like a run cut short.
bool joins_everybody(const model::Program& program) {
  size_t joins = 0;
  for (const model::Thread& t : program.threads)
    for (const model::Instruction& i : t.body) joins += i.code == model::Code::kJoin;
  return joins + 1 == program.threads.size();
}

size_t count_preemptions(const Trace& trace) {
  size_t n = 0;
  int last = -1;
  for (const Step& step : trace.steps) {
    if (step.kind != Step::kThread) continue;
    n += last >= 0 && last != step.pick && step.enabled.test(static_cast<ThreadId>(last));
    last = step.pick;
  }
  return n;
}

// An engine limited to c preemptions, for each c: exactly the schedules, or at least all that they show.
std::string judge_bounds(const Promise& promise, const MakeBounded& make, const model::Program& program,
                         const DependenceOptions& dependence, const Truth& truth, Driver driver) {
  std::string wrong;
  driver.max_runs = 100000;
  for (size_t c = 0; c < truth.by_preemptions.size(); ++c) {
    const MakeEngine bounded = [&] { return make(static_cast<int>(c)); };
    const Counted found = explore(bounded, program, dependence, driver);
    const std::string at = " with up to " + std::to_string(c) + " preemptions";
    for (uint64_t h : truth.histories_within[c])
      if (!found.histories.contains(h)) return wrong + "a local history is missing" + at + "\n";
    for (uint64_t h : truth.findings_within[c])
      if (!found.findings.contains(h)) return wrong + "a finding is missing" + at + "\n";
    if (!promise.each) continue;
    for (size_t b = 0; b <= c; ++b)
      if (found.by_preemptions.size() <= b || static_cast<double>(found.by_preemptions[b]) != truth.by_preemptions[b])
        return wrong + "not every schedule with " + std::to_string(b) + " preemptions" + at + "\n";
    if (found.by_preemptions.size() > c + 1) return wrong + "a schedule with more" + at + "\n";
  }
  return wrong;
}

void learn(const Trace& trace, const Interpreter& machine, const DependenceOptions& dependence, const Driver& driver,
           Counted& counted) {
  const bool only_noticed = driver.only_noticed;
  TraceHash hash(dependence, only_noticed, driver.follows);
  std::vector<uint64_t> done(model::kMaxModelThreads);
  const size_t known = counted.paths.size();
  size_t asked = 0;
  const auto ask_until = [&](size_t i) {
    for (; asked < trace.questions.size() && trace.questions[asked].before <= i; ++asked)
      hash.ask(trace.questions[asked]);
  };
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const Event& e = trace.events[i];
    ask_until(i);
    if (e.op == Op::kEnd) counted.paths.insert(mix(mix(e.thread, hash.history(e.thread)), ~done[e.thread]));
    if (!(e.flags & kScheduled)) {
      hash.note(e);
      continue;
    }
    hash.add_told(counted.histories);
    hash.push(e, trace.followed.empty() ? Followed() : trace.followed[i]);
    hash.add_told(counted.histories);
    counted.paths.insert(mix(mix(e.thread, hash.history(e.thread)), ++done[e.thread]));
  }
  ask_until(trace.events.size());
  hash.add_told(counted.histories);
  for (const Finding& f : trace.findings) {
    add_failures(f, machine, counted.failures);
    if (only_noticed) add_findings(f, hash, machine, counted.findings);
    else counted.findings.insert(finding_hash(f, hash));
  }
  counted.idle += trace.findings.empty() && trace.races.empty() && trace.outcome != Outcome::kBlocked &&
                  counted.paths.size() == known;
  for (const Finding& f : trace.races) counted.races.insert(race_name(f.position, f.other_position));
  const size_t preemptions = count_preemptions(trace);
  if (counted.by_preemptions.size() <= preemptions) counted.by_preemptions.resize(preemptions + 1);
  ++counted.by_preemptions[preemptions];
  ++(trace.outcome == Outcome::kBlocked ? counted.blocked : counted.executions);
  switch (end_of(machine)) {
    case End::kMaximal:
      ++counted.complete[hash.value()];
      counted.results.insert(machine.result_hash());
      counted.classes.insert(hash.value_class());
      break;
    case End::kAssumed: ++counted.assumed[hash.value()]; break;
    case End::kCut: ++counted.cut; break;
    case End::kAsleep: ++counted.asleep; break;
  }
}

}  // namespace

const Promise* promise_of(const std::string& engine) {
  for (const Promise& p : kPromises)
    if (engine == p.engine) return &p;
  return nullptr;
}

std::vector<std::string> promised_engines() {
  std::vector<std::string> names;
  for (const Promise& p : kPromises) names.push_back(p.engine);
  return names;
}

namespace {

void go_on(std::unique_ptr<Engine> first, const MakeEngine& make, const model::Program& program,
           const DependenceOptions& dependence, const Driver& driver, Counted& counted) {
  model::ModelExecutor executor(program, dependence);
  if (driver.follows) executor.follow_values();
  if (driver.lesser) executor.leave_out_lesser(driver.slice);
  RaceWatch watched(executor, driver.order);
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(std::move(first));
  Random random(driver.seed);
  Work work;
  for (uint64_t runs = 0; !engines.empty(); ++runs) {
    const size_t turn = random.below(static_cast<uint32_t>(engines.size()));
    if (!engines[turn]->next(work)) {
      counted.fallback = engines[turn]->fallback();
      counted.progress = engines[turn]->progress();
      engines.erase(engines.begin() + static_cast<std::ptrdiff_t>(turn));
      continue;
    }
    if (work.pause) continue;
    if (runs == driver.max_runs) {
      counted.endless = true;
      counted.fallback = engines[turn]->fallback();
      break;
    }
    const Trace& trace = watched.run(work.schedule);
    engines[turn]->observe(work, trace);
    learn(trace, executor.machine(), dependence, driver, counted);
    if (engines[turn]->started_again() && driver.unnoticed) counted = {};  // what follows must show it again
    if (driver.engines <= 1) continue;
    Writer bytes;
    if (engines.size() < static_cast<size_t>(driver.engines) && random.below(3) == 0 && engines[turn]->split(bytes)) {
      Reader gift(bytes.bytes());
      engines.push_back(make());
      if (!engines.back()->load(gift) || !gift.at_end()) counted.endless = true;
    }
    if (random.below(4) == 0) {
      Writer saved;
      engines[turn]->save(saved);
      Reader again(saved.bytes());
      engines[turn] = make();
      if (!engines[turn]->load(again) || !again.at_end()) counted.endless = true;
    }
  }
}

class ModelTeam final : public Team, public SearchListener {
 public:
  ModelTeam(const model::Program& program, const DependenceOptions& dependence, const Driver& driver, Counted& counted)
      : dependence_(dependence), driver_(driver), counted_(counted) {
    for (int i = 0; i < driver.threads; ++i) {
      executors_.push_back(std::make_unique<model::ModelExecutor>(program, dependence));
      if (driver.follows) executors_.back()->follow_values();
      if (driver.lesser) executors_.back()->leave_out_lesser(driver.slice);
      watched_.push_back(std::make_unique<RaceWatch>(*executors_.back(), driver.order));
    }
  }
  int size() const override { return driver_.threads; }
  Executor& executor(int i) override { return *watched_[i]; }
  Use after_run(int i, Trace& trace) override {
    learn(trace, executors_[i]->machine(), dependence_, driver_, counted_);
    return Use::kLearn;
  }
  bool after_run(const Work&, const Trace&, const Counts&, Engine&) override {
    return counted_.executions + counted_.blocked < driver_.max_runs || !(counted_.endless = true);
  }

 private:
  const DependenceOptions& dependence_;
  const Driver& driver_;
  Counted& counted_;
  std::vector<std::unique_ptr<model::ModelExecutor>> executors_;
  std::vector<std::unique_ptr<RaceWatch>> watched_;  // the same, with an eye on races
};

}  // namespace

Counted explore(const MakeEngine& make, const model::Program& program, const DependenceOptions& dependence,
                const Driver& driver) {
  Counted counted;
  go_on(make(), make, program, dependence, driver, counted);
  return counted;
}

Counted explore_together(const MakeEngine& make, const model::Program& program, const DependenceOptions& dependence,
                         const Driver& driver) {
  Counted counted;
  ModelTeam executors(program, dependence, driver, counted);
  EngineOptions options;
  options.dependence = dependence;
  Limits limits;
  limits.keep_going = true;
  limits.discover = false;
  McrTeam team(options, executors, limits, executors);
  team.run();
  if (team.gave_up().empty()) {
    counted.pool = team.histories();
    return counted;
  }
  Writer rest;
  team.save_rest(rest);
  Reader in(rest.bytes());
  std::unique_ptr<Engine> engine = make();
  if (!engine->load(in) || !in.at_end()) counted.endless = true;
  go_on(std::move(engine), make, program, dependence, driver, counted);
  return counted;
}

std::string judge(const Promise& promise, const MakeBounded& make, const model::Program& program,
                  const DependenceOptions& dependence, Driver driver, bool* skipped) {
  BruteForceOptions options;
  options.dependence = dependence;
  options.preemptions = promise.preemptions;
  options.only_noticed = driver.only_noticed = promise.histories;
  options.follows = driver.follows;
  const std::optional<Truth> truth = brute_force(program, options);
  const double most = promise.preemptions ? 800 : promise.each ? 3000 : 1e300;  // interleavings
  const bool skip = !truth || truth->interleavings > most;
  if (skipped) *skipped = skip;
  if (skip) return {};

  size_t passes = promise.preemptions && !promise.each ? truth->by_preemptions.size() + 1 : 2;
  if (promise.preemptions && !promise.each) passes *= static_cast<size_t>(driver.engines);  // who may do the same work
  if (driver.beside) passes *= 3;
  driver.max_runs = static_cast<uint64_t>(std::min(truth->interleavings, 1e6)) * passes + 10;
  const MakeEngine unbounded = [&] { return make(-1); };
  const Counted found = driver.threads > 1 ? explore_together(unbounded, program, dependence, driver)
                                           : explore(unbounded, program, dependence, driver);
  std::string wrong;
  if (found.endless)
    wrong += "far more runs than interleavings (" + number(truth->interleavings) + "), or a lost checkpoint" +
             (found.fallback.empty() ? "" : "; gave up: " + found.fallback) + "\n";
  if (driver.lesser) return wrong + compare_sets("failures", truth->failures, found.failures);
  if (!driver.unnoticed && !promise.histories && (!truth->main_cut || promise.each)) {
    const bool once = promise.once && !has_open_sections(program);
    wrong += compare_traces("traces", truth->complete, found.complete, once);
    wrong += compare_traces("traces ended by assumptions", truth->assumed, found.assumed, once);
    wrong += compare_sets("final states", truth->results, found.results);
    wrong += compare_sets("value classes", truth->classes, found.classes);
  }
  wrong += compare_sets("local histories", truth->histories, found.histories);
  wrong += compare_sets("findings", truth->findings, found.findings);
  if (driver.unnoticed) return wrong;
  if (promise.histories) {
    const auto contains = [](const auto& all, const auto& some) {
      return std::includes(all.begin(), all.end(), some.begin(), some.end());
    };
    if (!contains(truth->races, found.races)) wrong += "a race that does not exist\n";
    // Where runs are cut short, it may take more than the two side by side to show it.
    if (!truth->any_cut && !contains(found.races, truth->side_by_side))
      wrong += "a race of accesses side by side is missing\n";
    if (!truth->any_cut && found.races.empty() && !truth->races.empty())
      wrong += "no race is found, and there are " + std::to_string(truth->races.size()) + "\n";
  } else {
    wrong += compare_sets("races", truth->races, found.races);
  }
  if (!truth->any_cut && found.fallback.find("did not show") != std::string::npos)
    wrong += "gave up: " + found.fallback + "\n";
  if (found.progress.find("formula set aside") != std::string::npos)
    wrong += "the answer to a formula could not be followed\n";
  if (driver.follows && is_about_values(found.fallback)) wrong += "gave up: " + found.fallback + "\n";
  if (promise.each && static_cast<double>(found.executions + found.blocked) != truth->interleavings)
    wrong += "runs: " + number(truth->interleavings) + " expected, " +
             std::to_string(found.executions + found.blocked) + " made\n";
  const bool gave_up_inputs = uses(program, "input ") && !found.fallback.empty();  // all of them are tried then
  if (promise.histories && driver.engines == 1 && driver.threads == 1 && !driver.beside && found.idle > 0 &&
      !truth->any_cut && joins_everybody(program) && !may_run_idle(program) && !gave_up_inputs)
    wrong += std::to_string(found.idle) + " runs of " + std::to_string(found.executions + found.blocked) +
             " that showed nothing new\n";
  const bool left_to_dpor = promise.histories && uses(program, "cond-wait timed");
  if (promise.unblocked && !left_to_dpor && found.asleep > 0 && !truth->any_cut && !uses_sections(program) &&
      joins_everybody(program) && driver.engines == 1 && !driver.beside && !gave_up_inputs)
    wrong += std::to_string(found.asleep) + " runs given up\n";
  if (promise.preemptions) wrong += judge_bounds(promise, make, program, dependence, *truth, driver);
  return wrong;
}

std::string report(const Promise& promise, const MakeBounded& make, const model::Program& program,
                   const DependenceOptions& dependence, const Driver& driver) {
  const model::Program small = model::shrink(
      program, [&](const model::Program& p) { return !judge(promise, make, p, dependence, driver).empty(); });
  return std::string(promise.engine) + " fails:\n" + judge(promise, make, small, dependence, driver) + "\n" +
         model::to_text(small) + "\n" + model::to_c(small);
}

}  // namespace heddle::oracle
