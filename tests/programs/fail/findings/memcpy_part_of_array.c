// VERDICT: bug:assertion
// A copy of part of an array races with a write of one of its elements.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int array[10];
static void* writer(void* x) {
  array[5] = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int part[3] = {0};
  pthread_create(&t, 0, writer, 0);
  memmove(part, array + 4, sizeof part);
  assert(part[1] == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
