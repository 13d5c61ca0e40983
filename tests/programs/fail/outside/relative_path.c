// Where a path without a slash leads depends on the directory that another thread may change.
// VERDICT: bug:assertion
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void* leave(void* none) {
  assert(chdir("/tmp") == 0);
  return none;
}
int main(void) {
  pthread_t t;
  assert(chdir("/etc") == 0);
  pthread_create(&t, NULL, leave, NULL);
  FILE* file = fopen("passwd", "r");
  assert(file);  // BUG
  fclose(file);
  pthread_join(t, NULL);
}
