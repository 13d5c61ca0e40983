// VERDICT: verified
// Normal, recursive and error-checking mutexes answer as POSIX says.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking;
static int sum;

static void* run(void* a) {
  pthread_mutex_lock(&recursive);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_trylock(&recursive) == 0);
  sum++;
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);

  assert(pthread_mutex_lock(&checking) == 0);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_unlock(&checking) == 0);

  pthread_mutex_lock(&normal);
  assert(pthread_mutex_trylock(&normal) == EBUSY);
  pthread_mutex_unlock(&normal);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attr;
  int kind;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutexattr_gettype(&attr, &kind);
  assert(kind == PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attr);
  pthread_mutexattr_destroy(&attr);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(sum == 2);
  pthread_mutex_destroy(&checking);
  pthread_mutex_destroy(&recursive);
  return 0;
}
