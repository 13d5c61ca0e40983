// VERDICT: bug:deadlock
// For one input only the two threads take the locks in opposite orders.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (n + 7 == 3 * 1000) {
    pthread_mutex_lock(&b);  // BUG
    pthread_mutex_lock(&a);  // BUG
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
  }
  pthread_join(t, 0);
  return 0;
}
