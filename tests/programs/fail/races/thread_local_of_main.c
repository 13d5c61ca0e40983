// Main hands a thread-local variable to a thread. It is the only one, so that it does not begin where a word of memory does.
// VERDICT: bug:race
// RUN: -O0
// RUN: -O1
// RUN: --engine dpor
#include <pthread.h>

static _Thread_local int mine;

static void* count(void* place) {
  ++*(int*)place;  // BUG
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, &mine);
  int seen = mine;  // BUG
  pthread_join(thread, 0);
  return seen > 1;
}
