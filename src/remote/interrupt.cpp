#include "remote/interrupt.h"

#include <atomic>

namespace heddle {
namespace {

std::atomic<int> asked{0};

void on_interrupt(int) { asked.fetch_add(1); }
void on_child(int) {}

void install(int signal, void (*handler)(int), struct sigaction* old) {
  struct sigaction action = {};
  action.sa_handler = handler;  // no SA_RESTART: a wait has to end
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, old);
}

}  // namespace

Interrupt::Interrupt() {
  asked = 0;
  install(SIGINT, on_interrupt, &old_interrupt_);
  install(SIGTERM, on_interrupt, &old_terminate_);
  install(SIGCHLD, on_child, &old_child_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
  sigaction(SIGCHLD, &old_child_, nullptr);
}

int Interrupt::count() const { return asked.load(); }

}  // namespace heddle
