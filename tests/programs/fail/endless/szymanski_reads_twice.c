// Szymanski's algorithm, without end, in which the flag of the other is read twice where it must be read once.
// VERDICT: bug:assertion
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
    assert(++inside == 1);  // BUG
    --inside;
    if (me == 0)
      while (flag[other] == 2 || flag[other] == 3) {
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
