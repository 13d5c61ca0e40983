// VERDICT: verified
// Function pointers, qsort and bsearch with callbacks into the program, structures by value, computed goto.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Large {
  int v[20];
};
static atomic_int compared;
static int by_value(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
static struct Large twice(struct Large l) {
  for (int i = 0; i < 20; i++) l.v[i] *= 2;
  return l;
}
static int dispatch(int n) {
  static void* target[] = {&&zero, &&one, &&two};
  goto* target[n];
zero:
  return 10;
one:
  return 11;
two:
  return 12;
}
static void* run(void* a) {
  int (*f)(int) = dispatch;
  assert(f(0) == 10 && f(1) == 11 && f(2) == 12);
  struct Large l = {{1, 2, 3}};
  assert(twice(l).v[2] == 6);
  int v[] = {5, 3, 9, 1, 7}, key = 7;
  qsort(v, 5, sizeof *v, by_value);
  assert(v[0] == 1 && v[4] == 9);
  assert(bsearch(&key, v, 5, sizeof *v, by_value) == &v[3]);
  compared++;
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(compared == 2);
  return 0;
}
