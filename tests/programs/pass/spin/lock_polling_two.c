// FALLBACK: who can go on is not as expected
// VERDICT: verified
// Two threads poll under the same lock; their locking and unlocking is no change worth waking up for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static void await(int wanted) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (stage == wanted) {
      stage++;
      pthread_mutex_unlock(&m);
      return;
    }
    pthread_mutex_unlock(&m);
  }
}
static void* run(void* x) {
  await((int)(long)x);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)(i + 1));
  await(0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(stage == 3);
  return 0;
}
