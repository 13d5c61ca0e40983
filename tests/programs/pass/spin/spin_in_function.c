// VERDICT: verified
// The read is in a function that is not inlined; the loop is in another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;
__attribute__((noinline)) static int ready(void) { return flag == 2; }
__attribute__((noinline)) static void await(void) {
  while (!ready()) {
  }
}
static void* run(void* x) {
  await();
  assert(data == 3);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  flag = 1;
  data = 3;
  flag = 2;
  pthread_join(t, 0);
  return 0;
}
