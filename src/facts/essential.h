// Which accesses can matter to what is to be proved? All others need not be scheduling points: whatever order they happen in, the
// program decides the same (predicate dependence: Kusano and Wang, Assertion Guided Abstraction, ASE 2014).
//
//   const std::vector<bool> keep = essential_sites(program, {.memory = true});
//
// Always essential: that and how functions without facts are called (locks, waiting, creation, joins and allocation among them), what
// threads give back, and every end other than returning: a failed assertion, exit, an exception. To that comes what is asked for. All that
// these depend on is essential too, through memory as well: whoever writes what an essential access reads. So is whether an essential
// access happens, and where: otherwise a thread that has seen the same would not do the same.
#pragma once
#include <vector>

#include "facts/program.h"

namespace heddle::facts {

struct Concerns {
  bool termination = false;  // that loops end: what comes after a loop depends on its end
  bool memory = false;       // accesses that may fail, divisions
  bool exit_code = false;    // what main returns
};

// Per site.
std::vector<bool> essential_sites(const Program& program, const Concerns& concerns);

}  // namespace heddle::facts
