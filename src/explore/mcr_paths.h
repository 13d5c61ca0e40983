// McrPaths: where a search of the pool takes long, its question is asked as one formula as well (causal/path_question.h). Both go on
// in turns; whoever has the answer first is believed. There is no clock: the solver may spend as much as the search has.
//
//     if (paths.has_turn(steps)) switch (paths.ask(facts, goal)) ...
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "causal/path_question.h"
#include "explore/mcr_facts.h"

namespace heddle {

class McrPaths {
 public:
  enum class Answer : uint8_t {
    kNothing,  // it cannot say, or not yet
    kRun,      // `schedule()` leads to something new
    kClosed,   // nothing new can be reached; `postponed()`: as deep as was asked for
  };

  // `after`: steps of a search before the formula is tried.
  explicit McrPaths(uint64_t after) : after_(after) {}

  // A search has begun, and has taken so many steps in all since.
  void begin() { patience_ = after_; }
  bool has_turn(uint64_t steps) const { return steps >= patience_ && causal::path_solver(); }
  Answer ask(McrFacts& facts, const McrFacts::Goal& goal);
  const std::vector<uint16_t>& schedule() const { return schedule_; }
  bool postponed() const { return postponed_; }
  // What the last turn may have cost, in steps of a search.
  uint64_t spent() const { return spent_; }
  // It is to show a race.
  bool foretells_race() const { return race_ != 0; }
  // The run of `schedule()` was learned. True: another is needed, with a new `schedule()`.
  bool learned(McrFacts& facts, bool finding, bool grew);

  // See path_counter.h.
  static std::optional<uint64_t> count(const McrFacts& facts);

  std::string progress() const { return wrong_ ? ", formula set aside" : ""; }

 private:
  std::unique_ptr<causal::PathSolver> solver_;
  std::vector<uint16_t> schedule_;
  uint64_t after_;
  uint64_t patience_ = 0;  // the next turn comes after so many steps
  uint64_t spent_ = 0;     // see spent()
  uint64_t asked_ = 0;     // what the run has to show, as Memory::refused has it
  uint64_t race_ = 0;      // likewise, as Memory::races has it
  bool swapped_ = false;   // the two accesses that race come in the other order
  bool postponed_ = false;
  bool wrong_ = false;  // an answer could not be followed: the formula is not asked again
};

}  // namespace heddle
