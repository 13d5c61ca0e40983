// Model versions of well-known small programs, with the number of their Mazurkiewicz traces where it is known.
#pragma once
#include <cstdint>
#include <vector>

#include "model/program.h"

namespace heddle::oracle {

struct CorpusProgram {
  const char* name;
  model::Program program;
  uint64_t traces = 0;                       // 0: not known from elsewhere
  bool assertion = false, deadlock = false;  // findings that exist
};

std::vector<CorpusProgram> corpus();

}  // namespace heddle::oracle
