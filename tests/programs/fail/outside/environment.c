// VERDICT: bug:race
// setenv and getenv at the same time are a race.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>


static void* run(void* p) {
  setenv("WORD", "1", 1);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  getenv("WORD");
  pthread_join(t, 0);
  return 0;
}
