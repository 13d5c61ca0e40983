// VERDICT: bug:assertion
// Which element is written hangs on what was read: an address is asked for, also where no branch is.
// RUN: -O0
// RUN: -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int index_, table[4];

static void* move(void* p) {
  for (int i = 1; i < 4; i++) index_ = i;
  return 0;
}
static void* mark(void* p) {
  table[index_] = 7;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, move, 0);
  pthread_create(&b, 0, mark, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(table[2] != 7);  // BUG
  return 0;
}
