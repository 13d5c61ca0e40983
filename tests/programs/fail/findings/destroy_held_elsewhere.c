// VERDICT: bug:lock-misuse
// REPORT: a mutex is destroyed while it is locked
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;
static void* run(void* a) {
  pthread_mutex_lock(&m);
  inside++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  const int late = inside;
  if (late) pthread_mutex_destroy(&m);  // BUG
  pthread_join(t, 0);
  return 0;
}
