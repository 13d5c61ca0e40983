/* After the description of racey: threads mix values that they read from each other without order into a signature; an assertion at the end asks
 * for one of the signatures. -DROUNDS=n (default 2). */
#include "input.h"
#ifndef ROUNDS
#define ROUNDS 2
#endif

_Atomic unsigned cell[2];
unsigned signature[2];

static void *mixer(void *argument) {
  const size_t me = (size_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned other = cell[1 - me];
    signature[me] = signature[me] * 5 + other + 1;
    cell[me] = signature[me];
  }
  return NULL;
}

int main(void) {
  cell[0] = cell[1] = (unsigned)between(INPUT(1, 0), 0, 1);
  pthread_t a = start(mixer, (void *)0), b = start(mixer, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(signature[0] + 100 * signature[1] != 1430);
}
