// FALLBACK: the program uses more memory than can be followed
// VERDICT: verified
// Six mebibytes of stack, in main and in a thread: a thread's stack is as large as usual.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
__attribute__((noinline)) static long deep(int n) {
  volatile char frame[1000];
  frame[n % 1000] = (char)n;
  if (n == 0) {
    x++;
    return frame[0];
  }
  return deep(n - 1) + (frame[n % 1000] == (char)n);
}
static void* run(void* a) {
  assert(deep(5500) == 5500);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(deep(5500) == 5500);
  pthread_join(t, 0);
  return 0;
}
