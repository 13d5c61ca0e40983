// The text that asprintf makes of memory which another thread changes meanwhile, and what it leaves behind.
// VERDICT: bug:assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int places[3];
static char* left[3];

static void* look(void* argument) {
  const long me = (long)argument;
  if (asprintf(&left[me], "%d", (int)places[me]) < 0) abort();
  return 0;
}

int main(void) {
  pthread_t readers[3];
  for (long i = 0; i < 3; ++i) pthread_create(&readers[i], 0, look, (void*)i);
  for (int i = 0; i < 3; ++i) places[i] = 1;
  for (int i = 0; i < 3; ++i) pthread_join(readers[i], 0);
  assert(*left[0] != '1' || *left[1] != '0' || *left[2] != '1');  // BUG
  for (int i = 0; i < 3; ++i) free(left[i]);
}
