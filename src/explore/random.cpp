// random: every pick uniform among the options, run after run, from one seed. Samples; never runs out.
//
// Run i of a stream uses the seed mix(stream, i), so a saved search continues with the same runs as one that
// was not interrupted. Splitting opens a new stream.
#include "base/hash.h"
#include "explore/engines.h"

namespace heddle {
namespace {

class RandomWalk final : public Engine {
 public:
  explicit RandomWalk(uint64_t seed) : stream_(mix(seed)) {}

  bool next(Work& work) override {
    work.schedule.prefix.clear();
    work.schedule.tail = Tail::kRandom;
    work.schedule.seed = mix(stream_, runs_++);
    return true;
  }
  void observe(const Work&, const Trace&) override {}
  bool exhaustive() const override { return false; }

  void save(Writer& out) const override {
    out.put(stream_);
    out.put(runs_);
    out.put(streams_opened_);
  }
  bool load(Reader& in) override {
    stream_ = in.get<uint64_t>();
    runs_ = in.get<uint64_t>();
    streams_opened_ = in.get<uint64_t>();
    return in.ok();
  }
  bool split(Writer& out) override {
    out.put(mix(~stream_, ++streams_opened_));
    out.put(uint64_t{0});
    out.put(uint64_t{0});
    return true;
  }

 private:
  uint64_t stream_;              // all randomness comes from here
  uint64_t runs_ = 0;            // runs handed out
  uint64_t streams_opened_ = 0;  // streams given away
};

}  // namespace

std::unique_ptr<Engine> make_random(const EngineOptions& options) { return std::make_unique<RandomWalk>(options.seed); }

}  // namespace heddle
