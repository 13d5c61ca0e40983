// VERDICT: bug:assertion
// A stream that two threads write: it is protected, but the order is not given.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* f;

static void* run(void* p) {
  fputs("a", f);
  return p;
}

int main(void) {
  f = tmpfile();
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  fputs("b", f);
  pthread_join(t, 0);
  rewind(f);
  assert(fgetc(f) == 'a');
  return 0;
}
