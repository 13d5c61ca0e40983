// Szymanski's algorithm for N threads that never end.
#include "threads.h"

static atomic_int flag[N], inside;

void* work(void* argument) {
  const int me = (int)(intptr_t)argument;
  while (1) {
    flag[me] = 1;
    for (int k = 0; k < N; k++)
      while (flag[k] >= 3) {
      }
    flag[me] = 3;
    int waits = 0;
    for (int k = 0; k < N; k++) waits |= flag[k] == 1;
    if (waits) {
      flag[me] = 2;
      for (int k = 0; flag[k] != 4; k = (k + 1) % N) {
      }
    }
    flag[me] = 4;
    for (int k = 0; k < me; k++)
      while (flag[k] >= 2) {
      }
    assert(++inside == 1);
    --inside;
    for (int k = me + 1; k < N; k++)
      for (int seen = flag[k]; seen == 2 || seen == 3; seen = flag[k]) {
      }
    flag[me] = 0;
  }
  return argument;
}
