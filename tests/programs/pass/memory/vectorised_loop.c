// VERDICT: verified
// A loop that the compiler turns into vector code, on memory shared after a join.
// RUN: -O2
// RUN: -O3 -mavx2
#include <assert.h>
#include <pthread.h>

static int a[256], b[256];
static void* run(void* x) {
  for (int i = 0; i < 256; i++) a[i] = b[i] * 3 + i;
  return 0;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 256; i++) b[i] = i;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  int sum = 0;
  for (int i = 0; i < 256; i++) sum += a[i];
  assert(sum == 4 * 255 * 128);
  return 0;
}
