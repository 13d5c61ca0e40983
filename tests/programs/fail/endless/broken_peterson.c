// Peterson's algorithm with the two stores in the wrong order, in threads that never end.
// VERDICT: bug:assertion
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag[2], turn, inside;

static void* work(void* argument) {
  const int me = argument != NULL;
  while (1) {
    turn = 1 - me;
    flag[me] = 1;
    while (flag[1 - me] && turn != me) {
    }
    assert(++inside == 1);  // BUG
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
