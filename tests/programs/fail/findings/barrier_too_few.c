// VERDICT: bug:deadlock
// REPORT: barrier
#include <pthread.h>

static pthread_barrier_t b;
static void* run(void* x) {
  pthread_barrier_wait(&b);  // BUG
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&b, 0, 3);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
