// The solvers of questions about one trace, against each other and against the program.
#pragma once
#include <cstdint>
#include <string>

#include "causal/trace_solver.h"
#include "model/program.h"

namespace heddle::oracle {

struct SolverCounts {
  uint64_t traces = 0, refused = 0;  // traces; those of which the model can say nothing
  uint64_t questions = 0, yes = 0, no = 0;
  uint64_t unknown_native = 0, unknown_reference = 0;
  uint64_t freed = 0;  // with freedom: yes, which would be no without
};

// Asks both everything about a few random runs of the program. Each yes is run. Empty, or what is wrong.
std::string compare_solvers(const model::Program& program, uint64_t seed, causal::TraceSolver& native,
                            causal::TraceSolver& reference, SolverCounts& counts);

// The same with reads that need not be told what they were told (causal/freedom.h), chosen at random: nothing is run, since the program
// knows nothing of that.
std::string compare_with_freedom(const model::Program& program, uint64_t seed, causal::TraceSolver& native,
                                 causal::TraceSolver& reference, SolverCounts& counts);

}  // namespace heddle::oracle
