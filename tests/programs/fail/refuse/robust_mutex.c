// A thread that ends with a robust mutex lets the next one know. That is not modelled; robust mutexes that are unlocked are as others.
// RUN: -DUNLOCK=1
// VERDICT: verified
// RUN: -DUNLOCK=0
// VERDICT: inconclusive
// REASON: a thread ends while it holds a robust mutex
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int n;
static void* run(void* p) {
  pthread_mutex_lock(&m);
  ++n;
  if (UNLOCK) pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  const int result = pthread_mutex_lock(&m);
  assert(result == 0 || !UNLOCK);
  ++n;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(n == 2 || !UNLOCK);
}
