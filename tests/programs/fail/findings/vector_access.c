// VERDICT: bug:assertion
// A 32-byte vector read overlaps a 4-byte write.
// RUN:
// RUN: -mavx2 -O2
#include <assert.h>
#include <pthread.h>

typedef int v8 __attribute__((vector_size(32)));
static v8 v;
static void* writer(void* x) {
  ((int*)&v)[6] = 9;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  v8 sum = v + v;
  assert(sum[6] == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
