// Three threads hand a token round, the last of them to nobody: all wait. The loop that waits begins where the one around it does.
// VERDICT: bug:livelock
// RUN: --engine explicit
// RUN: --engine explicit -O0
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int token;

static void* work(void* argument) {
  const int me = (int)(intptr_t)argument;
  while (1) {
    while (token != me) {
    }
    token = (me + 1) % 4;
  }
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, (void*)1);
  pthread_create(&second, NULL, work, (void*)2);
  work(NULL);
  return 0;
}
