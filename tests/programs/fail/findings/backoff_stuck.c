// VERDICT: bug:livelock
// A backoff for a lock that nobody releases is found to be endless, although it waits longer every time.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int l = 1;
static void* run(void* x) {
  unsigned delay = 1;
  while (atomic_exchange(&l, 1)) {  // BUG
    struct timespec t = {0, delay};
    nanosleep(&t, &t);
    usleep(delay);
    if (delay < 1 << 20) delay *= 2;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
