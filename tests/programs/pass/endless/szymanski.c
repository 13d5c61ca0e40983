// Szymanski's algorithm for two threads, without end.
// VERDICT: verified
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag[2], inside;

static void* work(void* argument) {
  const int me = argument != NULL, other = 1 - me;
  while (1) {
    flag[me] = 1;
    while (flag[other] >= 3) {
    }
    flag[me] = 3;
    if (flag[other] == 1) {
      flag[me] = 2;
      while (flag[other] != 4) {
      }
    }
    flag[me] = 4;
    if (me == 1)
      while (flag[other] >= 2) {
      }
    assert(++inside == 1);
    --inside;
    if (me == 0)
      for (int seen = flag[other]; seen == 2 || seen == 3; seen = flag[other]) {
      }
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
