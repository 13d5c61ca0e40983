// VERDICT: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag l = ATOMIC_FLAG_INIT;
static int n;
static void* run(void* x) {
  while (atomic_flag_test_and_set(&l)) {
  }
  assert(++n > 0);
  atomic_flag_clear(&l);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
  return 0;
}
