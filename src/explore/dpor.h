// The source-set engine as a class, so that tests can build broken ones; see dpor.cpp.
#pragma once
#include <utility>

#include "explore/engine.h"
#include "explore/path.h"
#include "explore/unnoticed.h"

namespace heddle {

class Dpor final : public Engine {
 public:
  // What a race adds to a backtrack set: dpor.cpp and dpor_classic.cpp.
  enum class Backtracking : uint8_t { kSourceSets, kPersistentSets };

  explicit Dpor(const EngineOptions& options, Fault fault = Fault::kNone, Backtracking how = Backtracking::kSourceSets)
      : options_(options), path_(options.dependence, fault), fault_(fault), how_(how),
        unnoticed_(options.unnoticed, fault) {}

  // Explore only what begins with these picks. Called before the first `next`, if at all.
  void start_with(std::vector<uint16_t> picks);

  bool next(Work& work) override;
  void observe(const Work& work, const Trace& trace) override;
  bool exhaustive() const override { return true; }
  bool started_again() override { return std::exchange(started_again_, false); }
  void save(Writer& out) const override;
  bool load(Reader& in) override;
  bool split(Writer& out) override;
  double remaining() const override;
  std::string progress() const override { return "depth " + std::to_string(frames_.size()); }

 private:
  // One step of the current path.
  struct Frame {
    bool is_value = false;
    bool performed = false;  // thread step: its event is in `path_`
    bool opens = false;      // thread step: for some value a section begins with it
    uint16_t pick = 0;       // what is being tried
    uint16_t next = 0;       // value step: the next value to try
    uint16_t end = 0;        // value step: one past the last value
    uint16_t choices = 0;    // thread step: threads enabled and not asleep when it was met
    uint32_t event = 0;      // thread step: index in `path_`; value step: of the thread step it belongs to
    uint32_t sleepers = 0;   // thread step: where its sleep set begins in `sleepers_`
    ThreadSet backtrack;     // threads to try here: a source set in the end
    ThreadSet done;          // threads tried here, the current one excluded
    ThreadSet asleep;        // the sleep set: inherited, and `done`
  };

  bool advance(Frame& top);
  double likely_tried(uint16_t choices) const;
  void pop();
  void emit(Work& work) const;
  void push(const Step& step);
  void reverse_races(size_t k);
  void want_all(size_t i);
  void want(size_t i, const ThreadSet& initials, ThreadId prefer);
  void want_classic(size_t i, size_t k);
  void go_on_after_cut(const Trace& trace);
  void go_on_without(size_t frame, const ThreadSet& enabled);
  std::span<const Event> sleepers_of(size_t frame) const;

  void begin_anew();

  EngineOptions options_;
  Path path_;
  Fault fault_;
  Backtracking how_;
  std::vector<Frame> frames_;       // one per step of the current path
  std::vector<uint32_t> frame_of_;  // event in `path_` -> its frame
  std::vector<Event> sleepers_;     // what sleeping threads would do, frame after frame; a stack
  std::vector<uint32_t> last_;      // see Path::was_cut
  size_t base_ = 0;                 // frames below are not ours: nothing is added there
  std::vector<uint16_t> given_;     // the picks of those frames, until the first run (start_with)
  bool started_ = false;
  Unnoticed unnoticed_;
  bool started_again_ = false;

  // Of finished thread steps, by `choices`: how many there were, and how many threads were tried at them in all. For `remaining`.
  struct Finished {
    uint64_t steps = 0, tried = 0;
  };
  std::vector<Finished> finished_;
};

}  // namespace heddle
