// VERDICT: verified
// setjmp and longjmp inside a thread, across accesses that are scheduling points.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int x;
static void jump(jmp_buf* b, int n) {
  x++;
  if (n > 0) jump(b, n - 1);
  longjmp(*b, 5);
}
static void* run(void* a) {
  jmp_buf b;
  volatile int before = 1;
  int r = setjmp(b);
  if (r == 0) {
    before = 2;
    jump(&b, 1);
  }
  assert(r == 5 && before == 2);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 4);
  return 0;
}
