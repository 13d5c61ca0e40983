// Portfolio: other engines that search beside `mcr`, in turns, once it takes long. Together they are the engine `auto`.
//
// How hard a program is differs from engine to engine: where nearly every execution leaves its threads with other histories, a
// search by histories needs as many runs as one by traces, and each of its runs costs more; and many bugs are met at once by
// whoever tries schedules with few switches, or any. So, after a moment, `icb` with few preemptions and `pct` are given parts of
// the time, and a little later `dpor` as much as mcr takes: more, if by its own estimate it is soon through, and less, if it has
// hardly begun. Whoever comes to a bug or to the end of all executions first has the answer.
//
// There is no clock: work is counted, in steps of a search through the model (about 100 ns). What is shared is found out for all
// (search.h); otherwise the engines know nothing of each other: a run made for one teaches the others nothing.
//
//     portfolio.mcr_worked(steps);
//     if (portfolio.has_turn() && portfolio.next(work)) ...run it..., portfolio.observe(work, trace);
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "explore/engine.h"

namespace heddle {

class Portfolio {
 public:
  explicit Portfolio(const EngineOptions& options);

  void mcr_worked(uint64_t steps) { mcr_ += steps, mcr_asked(steps); }
  // It has asked a formula, which may have taken as long as so many steps, but is no search that others could overtake.
  void mcr_asked(uint64_t steps);
  // It has come to the end of a search.
  void mcr_came_on() { in_vain_ = 0; }
  // mcr has made a run with so many events and learned from it.
  void mcr_ran(size_t events);

  // The program receives inputs that mcr follows. The others do not cover them; pct draws them, which shows some bugs soon.
  // Every other time it has the inputs of this run of mcr that come before the first choice between threads: they are what the program
  // assumes of them.
  void only_sample(const Trace& trace);
  // The others are behind.
  bool has_turn() const;
  // The next run of one of them. False: none is left; `is_over` says whether that is an answer.
  bool next(Work& work);
  void observe(const Work& work, const Trace& trace);
  // One of them has covered every behaviour.
  bool is_over() const { return over_; }
  // Who made the last run, or is over; any of them has made one.
  const char* running() const;
  bool has_run() const;
  // dpor as it stands, to go on alone; null if it has not begun.
  std::unique_ptr<Engine> take_dpor();
  std::string progress() const;

 private:
  struct Member {
    std::unique_ptr<Engine> engine;  // null: not begun, or dropped
    bool dropped = false;
    uint64_t spent = 0;  // steps
    uint64_t runs = 0;
    Work work;  // its last run: engines write only what changes
  };
  enum Who : uint8_t { kPct, kIcb, kDpor, kMembers };
  // What dpor's estimate of its own tree says.
  enum class Outlook : uint8_t { kOpen, kSoon, kFar };

  uint64_t begin_of(Who who) const;
  uint64_t share(Who who, uint64_t work) const;
  Who whose_turn() const;
  std::unique_ptr<Engine> make(Who who) const;
  void drop(Who who);
  Outlook outlook() const;

  EngineOptions options_;
  std::array<Member, kMembers> members_;
  bool over_ = false;
  bool only_samples_ = false;      // see only_sample()
  std::vector<uint16_t> opening_;  // likewise: what that run begins with
  Outlook outlook_ = Outlook::kOpen;
  Who running_ = kDpor;   // whose run is under way
  bool in_turn_ = false;  // mcr has made no run since
  uint64_t mcr_ = 0;      // what mcr has spent
  uint64_t in_vain_ = 0;  // likewise, formulas included, since it made a run or came to the end of a search
  uint64_t stuck_ = 0;    // likewise, long after that
};

}  // namespace heddle
