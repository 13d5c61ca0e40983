// Harvest: what workers leave behind besides counts and findings: what the engine says of its search, a certificate, coverage.
#pragma once
#include <string>
#include <vector>

#include "remote/check.h"

namespace heddle {

class Harvest {
 public:
  // A worker has ended its search. `alone`: no other has, or had, a part of it.
  void take(const Channel& channel, bool alone, bool only_one);
  void take_coverage(const Channel& channel);

  // Fills in what belongs to the result; `alone` as above.
  // `beside_others`: other engines search too, so what sampling was worth says nothing of the check.
  void put_into(CheckResult& result, bool alone, bool beside_others);

 private:
  std::string worth_;        // of one worker that samples: what it says about that
  std::string author_;       // Engine::author, likewise
  std::string fallback_;     // Engine::fallback of the first that said so
  std::string remark_;       // Engine::remark, likewise
  std::string certificate_;  // of the worker that finished, as long as there is one only
  bool certificate_too_large_ = false;
  Coverage covered_;
  std::vector<LoadedModule> modules_;  // of the program
};

}  // namespace heddle
