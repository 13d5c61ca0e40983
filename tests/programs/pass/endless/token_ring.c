// Three threads hand a token round for ever. `running` is never unset, and whoever gets the token gets on all the same.
// VERDICT: verified
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int token, running = 1;

static void* work(void* argument) {
  const int me = (int)(intptr_t)argument;
  while (running) {
    while (token != me) {
    }
    assert(token == me);
    token = (me + 1) % 3;
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
