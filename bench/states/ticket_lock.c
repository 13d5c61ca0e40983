// A ticket lock whose numbers begin again, for N threads that never end.
#include "threads.h"

static atomic_uint next, now;
static atomic_int inside;

void* work(void* argument) {
  while (1) {
    const unsigned mine = atomic_fetch_add(&next, 1) % (2 * N);
    if (mine == 2 * N - 1) atomic_fetch_sub(&next, 2 * N);
    while (now != mine) {
    }
    assert(++inside == 1);
    --inside;
    now = (mine + 1) % (2 * N);
  }
  return argument;
}
