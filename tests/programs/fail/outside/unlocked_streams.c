// Functions that work on a stream without its lock race, unless the program has a lock of its own.
// RUN: -O0 -DWAY=1
// VERDICT: bug:race
// RUN: -O0 -DWAY=2
// VERDICT: bug:race
// RUN: -DWAY=3
// VERDICT: bug:race
// RUN: -O0 -DWAY=4
// VERDICT: bug:race
// RUN: -O0 -DWAY=1 -DLOCKED
// VERDICT: verified
// RUN: -DWAY=3 -DLOCKED
// VERDICT: verified
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* p) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
#if WAY == 1
  putc_unlocked('a', file);  // BUG
#elif WAY == 2
  getc_unlocked(file);  // BUG
#elif WAY == 3
  fputs_unlocked("ab", file);  // BUG
#else
  putchar_unlocked('a');  // BUG
#endif
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return p;
}
int main(void) {
  pthread_t t;
  file = fopen("unlocked_streams.txt", "w+");
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  fclose(file);
}
