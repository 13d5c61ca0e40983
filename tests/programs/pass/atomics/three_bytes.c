// VERDICT: verified
// The compiler's atomic functions on a plain object of three bytes: no instruction does that in one step.
#include <assert.h>
#include <pthread.h>

typedef struct {
  char c[3];
} Three;
static Three three;
static void* run(void* x) {
  Three old = {{0, 0, 0}}, next = {{1, 1, 1}};
  if (!__atomic_compare_exchange(&three, &old, &next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    assert(old.c[0] == 1 && old.c[2] == 1);
    Three two = {{2, 2, 2}};
    __atomic_store(&three, &two, __ATOMIC_SEQ_CST);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  Three a;
  __atomic_load(&three, &a, __ATOMIC_SEQ_CST);
  assert(a.c[0] == a.c[1] && a.c[1] == a.c[2]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  __atomic_load(&three, &a, __ATOMIC_SEQ_CST);
  assert(a.c[1] == 2);
  return 0;
}
