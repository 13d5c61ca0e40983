// VERDICT: bug:deadlock
// main joins while it holds the lock that the thread needs.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  pthread_mutex_lock(&m);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&m);
  pthread_join(t, 0);  // BUG
  pthread_mutex_unlock(&m);
  return 0;
}
