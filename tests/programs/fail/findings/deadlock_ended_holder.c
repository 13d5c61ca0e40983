// VERDICT: bug:deadlock
// REPORT: main waits for lock m, held by main.0 since
// REPORT: 7 lock m
// The holder has ended, and nobody else had used the lock when it took it: both are told.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) { pthread_mutex_lock(&m); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&m);  // BUG
  return 0;
}
