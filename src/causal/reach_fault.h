// What a search leaves out wrongly on purpose, to test that the oracle notices.
#pragma once
#include <cstdint>

namespace heddle::causal {

enum class ReachFault : uint8_t {
  kNone,
  // Nodes are merged (merged.h) without a look at
  kTerms,      // what is asked and written,
  kRegisters,  // what registers hold,
  kAnswers,    // which answers are known,
  kOwnMemory,  // what a thread has left in memory of its own,
  kGrowth,     // what the pool learned since.
  // The threads that are enough (reach_few.cpp) are chosen
  kNoEnablers,  // without those who let the others of them go on,
  kOnlyEvents,  // with only the next events of the others in mind.
  // Of locals whose lives end
  kLeft,    // what is left in their memory is no part of a state, though others begin there,
  kBegins,  // that these begin is nothing that others meet.
  // Threads stand for others (stand_ins.h)
  kStandIns,      // that do something else,
  kCreatedApart,  // that were not there yet when they began.
};

}  // namespace heddle::causal
