// VERDICT: verified
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int n;
static void* run(void* x) {
  unsigned mine = atomic_fetch_add(&next, 1);
  while (serving != mine) {
  }
  n++;
  serving = mine + 1;
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
  return 0;
}
