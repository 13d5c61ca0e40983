// VERDICT: bug:race
// One thread sorts an array while another reads it.
#include <pthread.h>
#include <stdlib.h>

static int values[3] = {3, 1, 2};

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* sort(void* x) {
  qsort(values, 3, sizeof values[0], compare);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sort, 0);
  const int first = values[0];
  pthread_join(t, 0);
  return first == 0;
}
