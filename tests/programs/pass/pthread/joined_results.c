// VERDICT: verified
// EXECUTIONS: mcr=4 dpor=4
// Main is told what the threads return: four combinations. What they leave on their own stacks it is not told.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *read_x(void *a) { volatile long rest = x; return (void *)(rest + 1); }
void *read_y(void *a) { volatile long rest = y; return (void *)(rest + 1); }
void *write_x(void *a) { x = 1; return 0; }
void *write_y(void *a) { y = 1; return 0; }

int main(void) {
  void *(*bodies[])(void *) = {read_x, read_y, write_x, write_y};
  pthread_t threads[4];
  void *results[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], &results[i]);
  assert((long)results[0] + (long)results[1] <= 4);
  return 0;
}
