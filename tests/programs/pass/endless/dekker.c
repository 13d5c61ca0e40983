// Dekker's algorithm, without end.
// VERDICT: verified
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn, inside;

static void* work(void* argument) {
  const int me = argument != NULL, other = 1 - me;
  while (1) {
    wants[me] = 1;
    while (wants[other]) {
      if (turn != me) {
        wants[me] = 0;
        while (turn != me) {
        }
        wants[me] = 1;
      }
    }
    assert(++inside == 1);
    --inside;
    turn = other;
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
