// VERDICT: bug:assertion
// The thread holds the lock still after the first unlock; only after the second one can the other thread come.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int shared, seen;
static void* run(void* a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  shared = 1;
  pthread_mutex_unlock(&m);
  shared = 2;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  shared = 3;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* look(void* a) {
  pthread_mutex_lock(&m);
  seen = shared;
  pthread_mutex_unlock(&m);
  assert(seen != 1);
  assert(seen != 2);  // BUG
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &kind);
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
