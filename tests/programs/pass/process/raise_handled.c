// Handlers of signals that a thread raises run at once; nobody else sends any.
// VERDICT: verified
// REPORT: no signals from outside
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int times;
static void handler(int number) {
  assert(number == SIGUSR1);
  times++;
}
static void* run(void* none) {
  raise(SIGUSR1);
  return none;
}
int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, run, NULL);
  raise(SIGUSR1);
  pthread_join(t, NULL);
  assert(times == 2);
}
