/* Successive over-relaxation in two halves: a barrier by counting that lets a thread go on a round too early. The start of a cell is an input. */
#include "input.h"

atomic_int arrived;
atomic_int cell[4];

static void *half(void *argument) {
  const size_t first = 2 * (size_t)argument, across = first == 0 ? 2 : 1;
  cell[first + (first == 0)] = cell[first] / 2;
  arrived++;
  if (arrived < 1) return NULL; /* should wait for both */
  const int other = cell[across];
  assert(other >= 0);
  return NULL;
}

int main(void) {
  cell[0] = cell[2] = 8;
  cell[1] = between(INPUT(-2, 2), -2, 2);
  pthread_t a = start(half, (void *)0), b = start(half, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
