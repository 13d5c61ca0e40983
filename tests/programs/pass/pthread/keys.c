// VERDICT: verified
// Each thread has its own value of a key; destructors run at the end of a thread, again if they set it anew.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t plain, with;
static atomic_int destroyed;
static void destroy(void* v) {
  assert(pthread_getspecific(with) == 0);
  destroyed++;
  if ((long)v > 10) pthread_setspecific(with, (void*)((long)v - 10));
}
static void* run(void* x) {
  assert(pthread_getspecific(plain) == 0 && pthread_getspecific(with) == 0);
  pthread_setspecific(plain, x);
  pthread_setspecific(with, x);
  assert(pthread_getspecific(plain) == x && pthread_getspecific(with) == x);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&plain, 0);
  pthread_key_create(&with, destroy);
  pthread_create(&a, 0, run, (void*)1);
  pthread_create(&b, 0, run, (void*)12);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(destroyed == 3);
  pthread_key_delete(plain);
  pthread_key_delete(with);
  return 0;
}
