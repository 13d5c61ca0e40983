// VERDICT: bug:assertion
// RUN: --engine dfs --race ignore
// RUN: --engine icb --race ignore
// RUN: --engine dpor --race ignore
// RUN: --engine pct --race ignore
// RUN: --race ignore
// One int of a word is shared and its neighbour is one thread's own; both are also accessed together, as a whole.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct {
  int shared, own;
} pair;

static void* writes(void* x) {
  pair.shared = 1;
  pair.shared = 2;
  return 0;
}
static void* looks(void* x) {
  for (int i = 0; i < 3; i++) pair.own += i;
  long both;
  memcpy(&both, &pair, 8);
  assert((int)both != 1 || pair.own != 3);  // BUG
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, writes, 0);
  pthread_create(&t, 0, looks, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
