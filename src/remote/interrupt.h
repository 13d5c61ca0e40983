// Interrupt: while one exists, Ctrl-C, SIGTERM and SIGHUP are counted instead of ending the process, and the end of a child wakes
// the supervisor from its wait. One inside another goes on counting.
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
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
  struct sigaction old_[4];
};

}  // namespace heddle
