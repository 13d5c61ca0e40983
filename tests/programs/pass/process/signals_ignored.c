// VERDICT: verified
// Ignored signals and masks are accepted.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
int main(void) {
  signal(SIGPIPE, SIG_IGN);
  struct sigaction a = {.sa_handler = SIG_DFL};
  sigaction(SIGTERM, &a, 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  return 0;
}
