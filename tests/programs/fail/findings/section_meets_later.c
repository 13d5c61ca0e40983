// VERDICT: bug:assertion
// The section's first event meets nobody, its second one does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static atomic_int own, met;
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
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return own - 1;
}
