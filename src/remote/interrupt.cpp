#include "remote/interrupt.h"

#include <atomic>

namespace heddle {
namespace {

std::atomic<int> asked{0};
std::atomic<int> counters{0};  // that exist

void on_interrupt(int) { asked.fetch_add(1); }
void on_child(int) {}

}  // namespace

Interrupt::Interrupt() {
  if (counters.fetch_add(1) == 0) asked = 0;
  for (int i = 0; i < 4; ++i) {
    struct sigaction action = {};
    action.sa_handler = kSignals[i] == SIGCHLD ? on_child : on_interrupt;  // no SA_RESTART: a wait has to end
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i], nullptr, &old_[i]);
    if (kSignals[i] == SIGHUP && old_[i].sa_handler == SIG_IGN)
      continue;  // nohup: the search is to outlive its terminal
    sigaction(kSignals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (int i = 0; i < 4; ++i) sigaction(kSignals[i], &old_[i], nullptr);
  counters.fetch_sub(1);
}

int Interrupt::count() const { return asked.load(); }

}  // namespace heddle
