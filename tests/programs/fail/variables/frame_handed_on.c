// main hands a local to two threads and returns without joining: they may look before it returns, and then the assertion can
// fail; or after, when the local is gone.
// VERDICT: bug
// RUN: --keep-going
// REPORT: local variable w of main, which has returned
// RUN: --engine dfs
// RUN: --engine dpor
// RUN: --engine optimal
// RUN: --engine icb
// RUN: --engine mcr
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int left = 2;
struct work { atomic_int *left; };
static void *finish(void *p) {
  atomic_int *l = ((struct work *)p)->left;
  if (l) {
    int mine = atomic_load(l) - 1;
    atomic_store(l, mine);
    assert(mine == atomic_load(l));
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  struct work w = {&left};
  pthread_create(&a, 0, finish, &w);
  pthread_create(&b, 0, finish, &w);
  return 0;
}
