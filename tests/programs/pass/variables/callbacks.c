// Memory on the stack of functions that tell nothing of their locals: those of the C library, and what va_list points to.
// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct three { long a, b, c; };
static int by_value(const void *a, const void *b) {
  long x = ((const struct three *)a)->b, y = ((const struct three *)b)->b;
  return (x > y) - (x < y);
}
__attribute__((noinline)) static long total(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  long sum = 0;
  for (int i = 0; i < n; i++) sum += va_arg(list, long);
  for (int i = 0; i < n; i++) sum -= va_arg(again, long);
  va_end(again);
  va_end(list);
  return sum;
}
__attribute__((noinline)) static long scratch(int n) {
  char room[600];
  memset(room, n, sizeof room);
  long sum = 0;
  for (int i = 0; i < 600; i++) sum += room[i];
  return sum;
}
static void *work(void *p) {
  struct three all[20];
  for (int i = 0; i < 20; i++) all[i] = (struct three){i, (i * 7) % 20, i};
  assert(scratch(1) == 600);
  qsort(all, 20, sizeof *all, by_value);
  for (int i = 0; i < 20; i++) assert(all[i].b == i);
  assert(scratch(2) == 1200);
  assert(total(12, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L) == 0);
  struct three key = {0, 4, 0}, *found = bsearch(&key, all, 20, sizeof *all, by_value);
  assert(found == &all[4]);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  return 0;
}
