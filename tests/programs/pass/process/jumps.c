// VERDICT: verified
// setjmp and longjmp within a thread, across events.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
static atomic_int x;
static void deep(jmp_buf* to, int n) {
  x++;
  if (n == 0) longjmp(*to, 7);
  deep(to, n - 1);
}
static void* run(void* a) {
  jmp_buf here;
  volatile int before = 5;
  int got = setjmp(here);
  if (got == 0) deep(&here, 1);
  assert(got == 7 && before == 5);
  sigjmp_buf there;
  got = sigsetjmp(there, 1);
  if (got == 0) siglongjmp(there, 3);
  assert(got == 3);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 4);
  return 0;
}
