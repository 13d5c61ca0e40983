// One thread looks at the whole of a variable, another writes its upper half, as another type: what is named is the same memory.
// VERDICT: bug:assertion
// RUN: --engine dfs --race=ignore
// RUN: --engine dfs --race=ignore --relevance hybrid
// RUN: --engine dpor --race=ignore --relevance fields
// RUN: --engine icb --race=ignore --relevance seen+hybrid
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static __int128 wide;

static void* look(void* argument) {
  wide = 1;
  assert((int)(wide >> 64) == 0);  // BUG
  return argument;
}
static void* write_half(void* argument) {
  ((long*)&wide)[1] = 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, look, NULL);
  pthread_create(&second, NULL, write_half, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
