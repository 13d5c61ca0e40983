// VERDICT: bug:race
// What the function that is called back counts.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
static int a[] = {3, 1, 2};
int count;
static int cmp(const void* x, const void* y, void* c) {
  ++*(int*)c;
  return *(int*)x - *(int*)y;
}
static void* w(void* p) {
  qsort_r(a, 3, sizeof(int), cmp, &count);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int v = count;
  pthread_join(t, 0);
  return v;
}
