// A plain variable is read twice, and another thread writes it in between: no optimiser may make it one read.
// VERDICT: bug:null-dereference
// RUN: --engine dfs
// RUN: --engine dfs -O2
// RUN: --engine dpor
#include <pthread.h>

int value, result;
int *pointer = &value;

void *reader(void *argument) {
  if (pointer) result = *pointer; // BUG
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pointer = 0;
  pthread_join(t, 0);
  return 0;
}
