// VERDICT: verified
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t l;
static int n;
static void* run(void* x) {
  pthread_spin_lock(&l);
  n++;
  assert(pthread_spin_trylock(&l) == EBUSY);
  pthread_spin_unlock(&l);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  pthread_spin_destroy(&l);
  return 0;
}
