#include "smt/script.h"

#include "smt/decide.h"
#include "smt/interrupt.h"

namespace heddle::smt {

using causal::Possible;

// A context of its own for each question: what another one left behind cannot matter.
Possible answer(const std::string& script, unsigned milliseconds) {
  try {
    Interruptible z3;
    z3::solver solver(z3.context(), "QF_BV");
    solver.set("timeout", milliseconds);
    solver.add(z3.context().parse_string(script.c_str()));
    return Decider().check(solver, milliseconds);
  } catch (const z3::exception&) {
    return Possible::kUnknown;
  }
}

}  // namespace heddle::smt
