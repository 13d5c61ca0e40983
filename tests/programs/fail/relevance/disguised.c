// The address of a block is handed over encrypted, so no word holds it; a run in which the other thread uses it shows that it can be reached.
// VERDICT: bug:assertion
// RUN: --engine dfs --relevance heap
// RUN: --engine dpor --relevance heap
// RUN: --engine dpor --relevance fields
// RUN: --engine dfs --relevance hybrid
// RUN: --engine dpor --relevance hybrid
// RUN: --engine icb --relevance seen+hybrid
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static const long kKey = 0x5555555555555555L;
static atomic_long hidden;

static void *give(void *p) {
  atomic_int *block = malloc(sizeof *block);
  hidden = (long)block ^ kKey;
  *block = 0;
  assert(*block == 0);
  return p;
}

static void *use(void *p) {
  const long word = hidden;
  if (word != 0) *(atomic_int *)(word ^ kKey) = 1;
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, give, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
