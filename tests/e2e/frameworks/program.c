#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef THREADS
#define THREADS 3
#endif
static atomic_int n;
static int lossy;
static void *add(void *unused) {
  if (lossy) n = n + 1; else n++;
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t[THREADS];
  lossy = argc > 1;
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  assert(n == THREADS);
}
