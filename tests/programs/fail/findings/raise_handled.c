// The handler of a signal that a thread raises runs at once, on that thread.
// VERDICT: bug:assertion
// RUN: -DHOW=0
// RUN: -DHOW=1
// RUN: -DHOW=2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static pthread_t who;
static int times;
static void handler(int n) {
  assert(n == SIGUSR1 && pthread_equal(pthread_self(), who));
  times++;
}
static void more(int n, siginfo_t* info, void* context) {
  assert(info->si_signo == n);
  handler(n);
}
static void* run(void* a) {
  who = pthread_self();
  struct sigaction s = {0};
  if (HOW == 0) {
    signal(SIGUSR1, handler);
  } else if (HOW == 1) {
    s.sa_sigaction = more;
    s.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &s, 0);
  } else {
    s.sa_handler = handler;
    sigaction(SIGUSR1, &s, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    raise(SIGUSR1);
    if (times == 0) pthread_sigmask(SIG_UNBLOCK, &set, 0);
  }
  if (HOW != 2) raise(SIGUSR1);
  assert(times != 1);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
