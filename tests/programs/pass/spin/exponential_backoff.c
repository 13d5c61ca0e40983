// VERDICT: verified
// Exponential backoff: an inner delay loop whose length doubles.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int l;
static int n;
static void* run(void* x) {
  unsigned delay = 1;
  int expected = 0;
  while (!atomic_compare_exchange_strong(&l, &expected, 1)) {
    expected = 0;
    for (volatile unsigned i = 0; i < delay; i++) __builtin_ia32_pause();
    if (delay < 1024) delay *= 2;
  }
  n++;
  l = 0;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}
