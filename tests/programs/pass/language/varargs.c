// VERDICT: verified
// Functions with variable arguments, vsnprintf, on values of shared variables.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int x;
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n-- > 0) s += va_arg(list, int);
  va_end(list);
  return s;
}
static void text(char* out, size_t size, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(out, size, format, list);
  va_end(list);
}
static void* run(void* a) {
  assert(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
  char line[64];
  x++;
  text(line, sizeof line, "%s %d %.1f %ld", "a", 7, 2.5, 1L << 40);
  assert(strcmp(line, "a 7 2.5 1099511627776") == 0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
