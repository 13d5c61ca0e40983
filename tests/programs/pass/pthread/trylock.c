// VERDICT: verified
// Both answers of trylock are explored: an execution where it fails and one where it does not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void* run(void* a) {
  int r = pthread_mutex_trylock(&m);
  assert(r == 0 || r == EBUSY);
  if (r == 0) {
    assert(++inside == 1);
    --inside;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
