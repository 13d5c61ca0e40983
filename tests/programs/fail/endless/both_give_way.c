// Both see that the other wants to go in, and give way to each other for ever: no state is a deadlock, and nobody gets on.
// VERDICT: bug:livelock
// RUN: --engine explicit
// REPORT: threads go round for ever
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2];

static void* work(void* argument) {
  const int me = argument != NULL;
  while (1) {
    wants[me] = 1;
    while (wants[1 - me]) {
      wants[me] = 0;
      wants[me] = 1;
    }
    wants[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, &other);
  work(NULL);
  return 0;
}
