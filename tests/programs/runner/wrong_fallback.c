// RUN: --leaks
// VERDICT: verified
// FALLBACK: the moon was full
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
void *add(void *a) {
  n++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  n++;
  pthread_join(t, 0);
  return 0;
}
