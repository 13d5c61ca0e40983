// VERDICT: bug
// A mutex that is set up again while it is held lets a second thread in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

static void* run(void* a) {
  pthread_mutex_lock(&m);
  assert(atomic_fetch_add(&inside, 1) == 0);  // BUG
  atomic_fetch_sub(&inside, 1);
  pthread_mutex_unlock(&m);  // BUG
  return a;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  pthread_mutex_init(&m, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
