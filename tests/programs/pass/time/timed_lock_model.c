// VERDICT: verified
// EXECUTIONS: mcr=2
// A lock taken with a deadline is taken or given up; the model has both.
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;

void *late(void *arg) {
  struct timespec t = {1, 0};
  if (pthread_mutex_timedlock(&m, &t) == 0) {
    ++n;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, late, 0);
  pthread_mutex_lock(&m);
  ++n;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(n == 1 || n == 2);
  return 0;
}
