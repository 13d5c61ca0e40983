// VERDICT: bug:assertion
// REPORT: not ordered with
// What a library function writes is seen: a race, and the assertion can fail.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char s[8];

static void print(char* to, const char* format, ...) {
  va_list more;
  va_start(more, format);
  vsnprintf(to, 8, format, more);
  va_end(more);
}

static void* run(void* p) {
  print(s, "%d", 5);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char k = s[0];
  pthread_join(t, 0);
  assert(k == 0);
  return 0;
}
