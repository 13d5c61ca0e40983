// A program that installs signal handlers: ours stay in charge, a crash is still found.
// VERDICT: bug:crash
// RUN: -DHOW=1
// RUN: -DHOW=2
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
static void handler(int n) { _Exit(0); }
int main(void) {
  if (HOW == 1) {
    signal(SIGFPE, handler);
  } else {
    struct sigaction a = {.sa_handler = handler};
    sigaction(SIGFPE, &a, 0);
  }
  volatile int zero = 0;
  return 100 / zero;  // BUG
}
