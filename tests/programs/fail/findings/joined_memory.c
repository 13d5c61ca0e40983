// VERDICT: bug:assertion
// As joined_results.c, but what is handed over stands in memory of the heap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x, y;

void *read_x(void *a) { *(long *)a = x; return 0; }
void *read_y(void *a) { *(long *)a = y; return 0; }
void *write_both(void *a) { x = 1; y = 1; return 0; }

int main(void) {
  pthread_t a, b, c;
  long *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  pthread_create(&a, 0, read_x, first);
  pthread_create(&b, 0, read_y, second);
  pthread_create(&c, 0, write_both, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(!(*first == 1 && *second == 0));  // BUG
  free(first);
  free(second);
  return 0;
}
