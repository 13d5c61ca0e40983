// VERDICT: verified
// Each sorts its own, equal ones in order.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct Pair {
  int key, number;
};
static int compare(const void* a, const void* b, void* calls) {
  ++*(int*)calls;
  return ((const struct Pair*)a)->key - ((const struct Pair*)b)->key;
}
static void* run(void* unused) {
  struct Pair pairs[7] = {{3, 0}, {1, 1}, {2, 2}, {3, 3}, {1, 4}, {0, 5}, {2, 6}};
  int calls = 0;
  qsort_r(pairs, 7, sizeof pairs[0], compare, &calls);
  assert(calls > 0);
  for (int i = 1; i < 7; ++i)
    assert(pairs[i - 1].key < pairs[i].key ||
           (pairs[i - 1].key == pairs[i].key && pairs[i - 1].number < pairs[i].number));
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
}
