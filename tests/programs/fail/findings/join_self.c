// VERDICT: bug:lock-misuse
// REPORT: joins itself
#include <pthread.h>
static void* run(void* a) {
  pthread_join(pthread_self(), 0);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
