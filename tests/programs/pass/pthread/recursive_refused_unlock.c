// A recursive mutex that is taken again while it is had; somebody else's unlock is refused, whenever it comes.
// VERDICT: verified
// RUN: --engine dpor
// EXECUTIONS: dpor=24
// RUN: --engine optimal
// EXECUTIONS: optimal=24
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
atomic_int n;

void *again(void *unused) {
  pthread_mutex_trylock(&m);
  if (!pthread_mutex_trylock(&m)) {
    n++;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

void *count(void *unused) {
  for (int i = 0; i < 3; i++) n++;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, again, 0);
  pthread_create(&t[1], 0, count, 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
