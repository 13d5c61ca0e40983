// The checker of certificates: goes through every interleaving of what a certificate says its threads do, and confirms
// that nothing leads out of it: no answer that no run has shown, no failure, no deadlock; and no data race, if that is claimed.
//
// Deliberately simple, and nothing in common with the search that closed the pool (src/causal): all states, breadth
// first, each kept exactly. Left out is the order of steps that touch what one thread alone ever touches, and of threads that can be
// exchanged for each other (alike.h) only one order is kept. Inputs are not known, and each answer that some input gives is followed.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "certificate/questions.h"

namespace heddle::certificate {

struct Limits {
  AskSolver solver;                                   // for inputs that are too long to be tried; may be empty
  uint64_t memory = UINT64_MAX;                       // bytes for the states
  std::function<bool()> go_on = [] { return true; };  // asked now and then; false: the time is up
};

struct Verdict {
  // kUndecided: what was found may not be, since questions about inputs had no answer.
  enum Kind { kConfirmed, kNotConfirmed, kTooLarge, kUndecided } kind = kNotConfirmed;
  std::string reason;  // if not confirmed, or undecided
  bool ends = false;   // some interleaving comes to an end, and not only to an assumption that does not hold
  std::vector<uint16_t> schedule;  // picks that lead there, as in a Schedule's prefix
  std::vector<std::string> steps;  // the same in words
  uint64_t states = 0, transitions = 0;
  bool has_inputs = false;
  uint64_t trusted = 0;  // answers of the solver that there is no such input
};

Verdict verify(const Certificate& certificate, const Limits& limits = {});
// The first thing that `verify` looks at. An error says what is wrong.
Status well_formed(const Certificate& certificate);

}  // namespace heddle::certificate
