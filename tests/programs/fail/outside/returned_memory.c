// These functions return a pointer to memory of their own, which the next call changes.
// VERDICT: bug:assertion
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* second) {
  int point, sign;
  pthread_mutex_lock(&lock);
#if WAY == 1
  const char* text = l64a(second ? 1 : 2);
#elif WAY == 2
  const char* text = ecvt(second ? 1.5 : 2.5, 4, &point, &sign);
#else
  const struct passwd* user = getpwuid(second ? 1 : 0);
#endif
  pthread_mutex_unlock(&lock);
  (void)point, (void)sign;
#if WAY == 1
  assert(text[0] == (second ? '/' : '0'));
#elif WAY == 2
  assert(text[0] == (second ? '1' : '2'));
#else
  assert(user->pw_uid == (second ? 1 : 0));
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, &lock);
  run(0);
  pthread_join(t, 0);
}
