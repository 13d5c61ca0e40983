// VERDICT: bug:livelock
// The flag is raised and taken back: who has not looked in between spins for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static void* run(void* x) {
  while (!flag) {  // BUG
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  flag = 1;
  flag = 0;
  pthread_join(t, 0);
  return 0;
}
