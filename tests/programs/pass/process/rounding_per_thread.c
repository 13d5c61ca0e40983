// VERDICT: verified
// RUN: --engine dfs -lm
// The rounding mode belongs to a thread, which has that of its creator at first; the next execution begins with the usual one.
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* run(void* a) {
  int mode = *(int*)a;
  assert(fegetround() == FE_UPWARD);
  for (int i = 0; i < 2; i++) {
    fesetround(mode);
    x++;
    assert(fegetround() == mode);
  }
  volatile double one = 1, three = 3;
  double third = one / three;
  fesetround(FE_DOWNWARD);
  assert((third > one / three) == (mode == FE_UPWARD));
  return 0;
}
int main(void) {
  assert(fegetround() == FE_TONEAREST);
  fesetround(FE_UPWARD);
  static int modes[2] = {FE_UPWARD, FE_DOWNWARD};
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, &modes[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(fegetround() == FE_UPWARD);
  return 0;
}
