// pct: random priorities with a guarantee (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with
// Probabilistic Guarantees of Finding Bugs, ASPLOS 2010).
//
// Each run gives every thread a random priority and always runs the highest; at depth - 1 random ones of its choices the running
// thread's priority drops below all others. A bug that needs `depth` ordering constraints, in a program of n
// threads and k steps at which more than one thread can go on, is found by each run with probability at least 1 / (n k^(depth-1)). n and k are learned from
// the runs (k may be given as a hint), so the first runs are less well spread.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/hash.h"
#include "explore/engines.h"

namespace heddle {
namespace {

class Pct final : public Engine {
 public:
  explicit Pct(const EngineOptions& options)
      : depth_(std::max(options.depth, 1)), steps_(std::max<uint64_t>(options.steps_hint, 1)),
        stream_(mix(options.seed)) {}

  bool next(Work& work) override {
    Schedule& schedule = work.schedule;
    schedule.prefix.clear();
    schedule.tail = Tail::kPct;
    schedule.seed = mix(stream_, runs_++);
    Random random(mix(schedule.seed));
    schedule.change_points.clear();
    for (int i = 1; i < depth_; ++i) schedule.change_points.push_back(random.below(static_cast<uint32_t>(steps_)));
    std::sort(schedule.change_points.begin(), schedule.change_points.end());
    return true;
  }

  void observe(const Work&, const Trace& trace) override {
    uint64_t choices = 0;
    for (const Step& step : trace.steps) {
      if (step.kind != Step::kThread) continue;
      threads_ = std::max<uint64_t>(threads_, step.pick + 1u);
      choices += step.count > 1;
    }
    steps_ = std::max(steps_, choices);
  }

  bool exhaustive() const override { return false; }

  void save(Writer& out) const override { put(out, stream_, runs_, opened_); }
  bool load(Reader& in) override {
    stream_ = in.get<uint64_t>();
    runs_ = in.get<uint64_t>();
    opened_ = in.get<uint64_t>();
    steps_ = in.get<uint64_t>();
    threads_ = in.get<uint64_t>();
    return in.ok();
  }
  bool split(Writer& out) override {
    put(out, mix(~stream_, ++opened_), 0, 0);
    return true;
  }

  // The paper's bound for one run, and what it makes of all runs so far.
  std::string progress() const override {
    const double one = 1 / (static_cast<double>(threads_) * std::pow(static_cast<double>(steps_), depth_ - 1));
    const double all = -std::expm1(static_cast<double>(runs_) * std::log1p(-std::min(one, 1 - 1e-12)));
    const double said =
        all < 0.001 ? all : std::min(static_cast<int>(all * 1000), 999) / 1000.0;  // never more than it is
    char text[96];
    std::snprintf(text, sizeof text, "a bug of depth %d would be found with probability >= %.3g (k = %llu)", depth_,
                  said, static_cast<unsigned long long>(steps_));
    return text;
  }

 private:
  void put(Writer& out, uint64_t stream, uint64_t runs, uint64_t opened) const {
    out.put(stream);
    out.put(runs);
    out.put(opened);
    out.put(steps_);
    out.put(threads_);
  }

  int depth_;
  uint64_t steps_;        // k: the most choices of a run seen
  uint64_t threads_ = 1;  // n: likewise
  uint64_t stream_;       // all randomness comes from here
  uint64_t runs_ = 0;     // runs handed out
  uint64_t opened_ = 0;   // streams given away
};

}  // namespace

std::unique_ptr<Engine> make_pct(const EngineOptions& options) { return std::make_unique<Pct>(options); }

}  // namespace heddle
