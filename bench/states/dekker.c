// Dekker's algorithm for two threads that never end.
#include "threads.h"

static atomic_int wants[2], turn, inside;

void* work(void* argument) {
  const int me = (int)(intptr_t)argument;
  while (1) {
    wants[me] = 1;
    while (wants[1 - me])
      if (turn != me) {
        wants[me] = 0;
        while (turn != me) {
        }
        wants[me] = 1;
      }
    assert(++inside == 1);
    --inside;
    turn = 1 - me;
    wants[me] = 0;
  }
  return argument;
}
