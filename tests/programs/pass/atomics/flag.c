// VERDICT: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static atomic_int winners;
static void* run(void* x) {
  if (!atomic_flag_test_and_set(&taken)) winners++;
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(winners == 1);
  atomic_flag_clear(&taken);
  assert(!atomic_flag_test_and_set_explicit(&taken, memory_order_acquire));
  return 0;
}
