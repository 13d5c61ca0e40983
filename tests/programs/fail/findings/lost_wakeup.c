// FALLBACK: the model does not say what an event does
// VERDICT: bug:deadlock
// REPORT: nobody is left to wake them
// The signal is sent without the mutex, before the waiter waits: it is lost.
// REPORT: waits for
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void* waiter(void* x) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_join(t, 0);
  return 0;
}
