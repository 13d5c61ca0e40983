// Peterson's algorithm for N threads that never end.
#include "threads.h"

static atomic_int level[N], last[N], inside;

void* work(void* argument) {
  const int me = (int)(intptr_t)argument;
  while (1) {
    for (int l = 1; l < N; l++) {
      level[me] = l;
      last[l] = me;
      for (int k = 0; k < N; k++)
        if (k != me)
          while (level[k] >= l && last[l] == me) {
          }
    }
    assert(++inside == 1);
    --inside;
    level[me] = 0;
  }
  return argument;
}
