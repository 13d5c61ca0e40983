// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// pthread_join hands over what the thread returned or gave to pthread_exit.
#include <assert.h>
#include <pthread.h>

static void* returns(void* a) { return (char*)a + 1; }
static void leave(void* a) { pthread_exit((char*)a + 2); }
static void* exits(void* a) {
  leave(a);
  assert(0);
  return 0;
}

int main(void) {
  char base[4];
  pthread_t a, b;
  void *ra, *rb;
  assert(pthread_create(&a, 0, returns, base) == 0);
  assert(pthread_create(&b, 0, exits, base) == 0);
  assert(!pthread_equal(a, b));
  assert(pthread_join(b, &rb) == 0);
  assert(pthread_join(a, &ra) == 0);
  assert(ra == base + 1);
  assert(rb == base + 2);
  return 0;
}
