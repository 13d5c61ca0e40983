// A model program flattened for execution: one array of lines per thread, with jumps.
#pragma once
#include "model/program.h"

namespace heddle::model {

struct Line {
  enum Kind : uint8_t {
    kDo,         // `instruction`, neither kIf nor kWhile
    kUnless,     // jump unless `a compare b`
    kStartLoop,  // counter `slot` = 0
    kLoopHead,   // jump if counter `slot` has reached `count` or not `a compare b`; else counter + 1
    kJump,
    kEnter,  // an atomic section
    kLeave,
    kFinish,  // the thread is done
  };
  Kind kind = kDo;
  uint8_t slot = 0;       // loop counter
  uint16_t jump = 0;      // index of the line to go to
  uint32_t position = 0;  // number of the instruction in the whole program, from 1
  Instruction instruction;
};

inline constexpr int kLoopSlots = 4;  // loops nested in each other

struct FlatProgram {
  std::vector<std::vector<Line>> threads;
  std::vector<int32_t> variables, semaphores, barriers;
  int mutexes = 0, conditions = 0, recursive = -1;
  std::vector<bool> gives;   // per thread
  std::vector<bool> lesser;  // by position: accesses that are no steps (slice.h); empty if all are
  std::vector<int> like;     // per thread: the one whose function it is, most often itself
};

FlatProgram flatten(const Program& program);

}  // namespace heddle::model
