// VERDICT: bug:assertion
// What joined threads return is not visible memory, yet both results together decide: no thread alone is told anything new.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *read_x(void *a) { return (void *)(long)x; }
void *read_y(void *a) { return (void *)(long)y; }
void *write_x(void *a) { x = 1; return 0; }
void *write_y(void *a) { y = 1; return 0; }

int main(void) {
  void *(*bodies[])(void *) = {read_x, read_y, write_x, write_y};
  pthread_t threads[4];
  void *results[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], &results[i]);
  assert(!(results[0] && results[1]));  // BUG
  return 0;
}
