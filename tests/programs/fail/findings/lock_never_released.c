// VERDICT: bug:deadlock
// A thread ends with the lock held.
// REPORT: held by main.0
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  pthread_mutex_lock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);  // BUG
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
