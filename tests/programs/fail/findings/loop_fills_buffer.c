// VERDICT: bug:assertion
// RUN: -O0
// RUN: -O1
// RUN: -O2
// A buffer of its own that a library function makes longer is carried from round to round: the loop gives up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
static atomic_int flag;
static void* waiter(void* p) {
  char text[8] = "";
  while (!atomic_load(&flag) && strlen(text) < 2) sprintf(text + strlen(text), "%d", 1);
  assert(atomic_load(&flag));  // BUG
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(a, 0);
  return 0;
}
