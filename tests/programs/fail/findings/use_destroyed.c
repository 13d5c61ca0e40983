// FALLBACK: who can go on is not as expected
// VERDICT: bug:lock-misuse
// REPORT: destroyed
#include <pthread.h>
static pthread_mutex_t m;
static void* run(void* a) {
  pthread_mutex_lock(&m);  // BUG
  pthread_mutex_unlock(&m);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, 0);
  pthread_create(&t, 0, run, 0);
  pthread_mutex_destroy(&m);  // BUG
  pthread_join(t, 0);
  return 0;
}
