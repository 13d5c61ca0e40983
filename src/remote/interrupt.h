// Interrupt: while one exists, Ctrl-C (and SIGTERM) is counted instead of ending the process, and the end of a
// child wakes the supervisor from its wait.
#pragma once
#include <signal.h>

namespace heddle {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // How often the user has asked to stop.
  int count() const;

 private:
  struct sigaction old_interrupt_, old_terminate_, old_child_;
};

}  // namespace heddle
