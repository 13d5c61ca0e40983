// A function whose last statement is a call is still where the call was made.
// VERDICT: bug:deadlock
// RUN: -O0
// RUN: -O1
// RUN: -O2
// RUN: --engine dpor -O3
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static int take_first(void) { return pthread_mutex_lock(&first); }    // BUG
__attribute__((noinline)) static int take_second(void) { return pthread_mutex_lock(&second); }  // BUG

static void* other(void* argument) {
  take_second();
  take_first();
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  take_first();
  take_second();
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return pthread_join(thread, 0);
}
