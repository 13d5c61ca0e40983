// Ends what Z3 is doing, from another thread: whoever watches the time calls it (cli/solver.h). Z3 then answers "unknown".
#pragma once
#include <z3++.h>

namespace heddle::smt {

// A context of Z3 whose work can be ended from outside.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
  z3::context& context() { return context_; }

 private:
  z3::context context_;
};

// Every context that there is. One that is about to begin is not ended: call it again and again for as long as nothing may go on.
void interrupt_all();

}  // namespace heddle::smt
