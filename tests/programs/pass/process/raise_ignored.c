// VERDICT: verified
// RUN: --engine dfs
// A signal that is ignored, or whose default is to do nothing, does nothing; one that is blocked waits.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include "several_runs.h"
int main(void) {
  signal(SIGUSR1, SIG_IGN);
  assert(raise(SIGUSR1) == 0 && raise(SIGCHLD) == 0 && raise(0) == 0);
  sigset_t set, waiting;
  sigpending(&waiting);
  assert(!sigismember(&waiting, SIGTERM));
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  raise(SIGTERM);
  sigpending(&waiting);
  assert(sigismember(&waiting, SIGTERM));
  signal(SIGTERM, SIG_IGN);
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  sigpending(&waiting);
  assert(!sigismember(&waiting, SIGTERM));
  several_runs();
  return 0;
}
