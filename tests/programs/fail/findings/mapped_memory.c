// Anonymous memory of the program's own: shared like any other.
// VERDICT: bug:assertion
// RUN:
// RUN: --engine dfs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
static atomic_int *count;
static void *add(void *unused) {
  int old = *count;
  *count = old + 1;
  return 0;
}
int main(void) {
  count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(count != MAP_FAILED && *count == 0);
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int sum = *count;
  munmap(count, 4096);
  assert(sum == 2);  // BUG
}
