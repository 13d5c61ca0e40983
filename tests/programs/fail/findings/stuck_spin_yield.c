// VERDICT: bug:livelock
// Two spinners that wait for each other, with yields.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int a, b;
static void* first(void* x) {
  while (!b) sched_yield();  // BUG
  a = 1;
  return 0;
}
static void* second(void* x) {
  while (!a) sched_yield();  // BUG
  b = 1;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
