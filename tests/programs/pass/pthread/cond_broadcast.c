// VERDICT: verified
// A broadcast wakes all who wait.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int go, passed;
static void* waiter(void* x) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);
  passed++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_cond_init(&c, 0);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, waiter, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(passed == 3);
  pthread_cond_destroy(&c);
  return 0;
}
