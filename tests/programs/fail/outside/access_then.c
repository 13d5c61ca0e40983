// VERDICT: bug:assertion
// Whether a file is there depends on who comes first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>


static void* run(void* p) {
  FILE* f = fopen("/tmp/heddle-test-access", "w");
  fclose(f);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int missing = access("/tmp/heddle-test-access", F_OK);
  pthread_join(t, 0);
  unlink("/tmp/heddle-test-access");
  assert(missing);
  return 0;
}
