// VERDICT: verified
// RUN: --engine dfs
// Dispositions and masks; a thread has the mask of its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include "several_runs.h"
static void* look(void* a) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, 0, &set);
  assert(sigismember(&set, SIGUSR1) == 1);
  sigemptyset(&set);
  pthread_sigmask(SIG_SETMASK, &set, 0);
  return 0;
}
int main(void) {
  struct sigaction old;
  sigset_t set;
  assert(sigaction(SIGPIPE, 0, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(sigprocmask(SIG_BLOCK, 0, &set) == 0 && sigismember(&set, SIGUSR1) == 0);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_IGN);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, 0);
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  pthread_join(t, 0);
  sigprocmask(SIG_BLOCK, 0, &set);
  assert(sigismember(&set, SIGUSR1) == 1);
  several_runs();
  return 0;
}
