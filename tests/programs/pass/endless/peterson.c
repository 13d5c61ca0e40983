// Peterson's algorithm for two threads that never end: all states are met, and the program never ends.
// VERDICT: verified
// RUN: --engine explicit
// RUN: --engine explicit -O0
// RUN: --engine explicit -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag[2], turn, inside;

static void* work(void* argument) {
  const int me = argument != NULL;
  while (1) {
    flag[me] = 1;
    turn = 1 - me;
    while (flag[1 - me] && turn != me) {
    }
    assert(++inside == 1);
    --inside;
    flag[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, &other);
  work(NULL);
  return 0;
}
