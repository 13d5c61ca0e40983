// VERDICT: inconclusive
// REASON: the program calls adjtime of libc.so.6
// A function that nobody knows.
#include <assert.h>
#include <pthread.h>

int adjtime(const void*, void*);

static void* run(void* p) {
  adjtime(0, 0);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
