// VERDICT: verified
// Each thread has a stream of its own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>


static void* run(void* p) {
  FILE* f = tmpfile();
  fputs("a", f);
  rewind(f);
  assert(fgetc(f) == 'a');
  fclose(f);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  char b[8];
  snprintf(b, sizeof b, "%d", 7);
  int n = 0;
  sscanf(b, "%d", &n);
  pthread_join(t, 0);
  assert(n == 7);
  return 0;
}
