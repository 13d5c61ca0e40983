// FALLBACK: the program did not follow the model of it
// VERDICT: verified
// pthread_exit in main: the others go on, and the process ends with the last of them.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>

static atomic_int ended;
static void* run(void* a) {
  ended++;
  return 0;
}
static void at_end(void) { assert(ended == 2); }

int main(void) {
  pthread_t t;
  atexit(at_end);
  pthread_create(&t, 0, run, 0);
  pthread_create(&t, 0, run, 0);
  pthread_exit(0);
}
