// VERDICT: bug:assertion
// Once main has written, the section's first event meets nobody any more, but its second one does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
atomic_int own;
static atomic_int met;
static void* run(void* a) {
  __VERIFIER_atomic_begin();
  own = 1;
  met = 1;
  __VERIFIER_atomic_end();
  return 0;
}
static void* look(void* a) {
  const int first = met, second = met;
  assert(first == second);  // BUG
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  own = 2;
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
