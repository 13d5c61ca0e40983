// VERDICT: bug:race
// The thread writes without the lock for negative inputs.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, x;
static void* run(void* p) {
  if (n < -100) {
    x = 2;  // BUG
    return 0;
  }
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  n = __VERIFIER_nondet_int();
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  x = 3;  // BUG
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
