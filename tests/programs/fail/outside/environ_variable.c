// VERDICT: bug:race
#include <pthread.h>
#include <stdlib.h>
extern char** environ;
static void* run(void* p) {
  setenv("HEDDLE_TEST_WORD", "1", 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  volatile int count = 0;
  for (char** each = environ; *each; ++each) ++count;
  pthread_join(t, 0);
}
