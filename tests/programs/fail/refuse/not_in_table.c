// VERDICT: inconclusive
// REASON: the program calls argz_count of libc.so.6
// A function that nobody knows.
#include <assert.h>
#include <pthread.h>

unsigned long argz_count(const char*, unsigned long);

static void* run(void* p) {
  argz_count("a", 2);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
