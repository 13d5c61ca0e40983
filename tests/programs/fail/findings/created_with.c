// VERDICT: bug:assertion
// What main read decides what it hands to the thread that it creates; that thread alone is told nothing of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x, z;

void *write_x(void *a) { x = 1; return 0; }
void *write_z(void *a) { z = 1; return 0; }
void *look(void *a) {
  if (z == 1) assert(*(int *)a != 5);  // BUG
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, write_x, 0);
  int *given = malloc(sizeof *given);
  *given = x ? 5 : 0;
  pthread_create(&b, 0, look, given);
  pthread_create(&c, 0, write_z, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  free(given);
  return 0;
}
