// VERDICT: verified
// EXECUTIONS: dfs=1 icb=1 dpor=1
// RUN: --engine dfs
// RUN: --engine icb
// RUN: --engine dpor
// RUN: --engine dfs --executor remote
// RUN: --engine dfs -j2
// Two threads that fill the two halves of a word share none of its bytes, nor do two neighbouring ints.
#include <pthread.h>

static char data[8];
static int two[2];

static void* first(void* x) {
  for (int i = 0; i < 4; i++) data[i] = (char)i;
  two[0] = 1;
  return 0;
}
static void* second(void* x) {
  for (int i = 4; i < 8; i++) data[i] = (char)i;
  two[1] = 1;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
