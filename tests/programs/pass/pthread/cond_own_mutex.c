// The mutex belongs to one thread alone, so that taking it is no step, but waiting for the condition is. The wake-up can come
// before or after the other thread's signal.
// VERDICT: verified
// RUN: --engine dpor
// EXECUTIONS: dpor=18
// RUN: --engine optimal
// EXECUTIONS: optimal=18
// BLOCKED: 0
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
const struct timespec late = {1, 0};

void *wait_for_it(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &late);
  pthread_mutex_unlock(&m);
  return unused;
}

void *announce(void *unused) {
  pthread_cond_signal(&c);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, announce, 0);
  pthread_create(&t[1], 0, wait_for_it, 0);
  pthread_create(&t[2], 0, announce, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
