// FALLBACK: who can go on is not as expected
// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
// Two threads take two locks in opposite order, and give the first back when the second is taken.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int n;

static void* run(void* first) {
  pthread_mutex_t *mine = &lock[(long)first], *other = &lock[1 - (long)first];
  for (;;) {
    pthread_mutex_lock(mine);
    if (pthread_mutex_trylock(other) == 0) break;
    pthread_mutex_unlock(mine);
  }
  n++;
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(mine);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, (void*)1);
  run(0);
  pthread_join(t, 0);
  assert(n == 2);
  return 0;
}
