// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// Nobody signals: the timed wait gives up at its deadline of the monotonic clock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c;
  pthread_condattr_t attr;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&c, &attr);
  struct timespec until, now;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += 3600;
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
  clock_gettime(CLOCK_MONOTONIC, &now);
  assert(now.tv_sec >= until.tv_sec);
  pthread_mutex_unlock(&m);
  return 0;
}
