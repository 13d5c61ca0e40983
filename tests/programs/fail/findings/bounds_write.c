// VERDICT: bug:out-of-bounds
// One element behind the end of a heap array.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int next;
static int* volatile array;
static void* run(void* a) {
  int i = next++;
  array[i] = 1;  // BUG
  return 0;
}
int main(void) {
  pthread_t t[2];
  array = malloc(1 * sizeof *array);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
