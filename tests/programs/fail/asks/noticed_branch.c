// VERDICT: bug:assertion
// As pass/asks/unnoticed_branch.c, but somebody reads what a branch wrote:.
// RUN: -O0
// RUN: -O1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits, level;

static void* worker(void* p) {
  for (int i = 0; i < 2; i++) {
    int h = hits;
    if (h == 3) level = h;
    hits = h + 1;
  }
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(level != 3);  // BUG
}
