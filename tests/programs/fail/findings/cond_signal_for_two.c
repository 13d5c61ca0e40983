// VERDICT: bug:deadlock
// One signal for two waiters: one of them waits for ever.
// REPORT: waits for
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;
static void* waiter(void* x) {
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_wait(&c, &m);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, 0);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
