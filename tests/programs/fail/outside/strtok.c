// VERDICT: bug:assertion
// REPORT: not ordered with
// strtok keeps where it is: two threads are in each other's way.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char a[] = "x y", b[] = "p q";

static void* run(void* p) {
  strtok(a, " ");
  char* second = strtok(0, " ");
  assert(second && *second == 'y');
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  strtok(b, " ");
  strtok(0, " ");
  pthread_join(t, 0);
  return 0;
}
