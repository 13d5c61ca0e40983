// VERDICT: verified
// Static initialisers of everything that has one, used without an init call.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t prefer = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int n;
static void* run(void* a) {
  pthread_mutex_t* m[] = {&plain, &recursive, &checking, &adaptive};
  for (int i = 0; i < 4; i++) pthread_mutex_lock(m[i]);
  n++;
  pthread_cond_signal(&cond);
  for (int i = 0; i < 4; i++) pthread_mutex_unlock(m[i]);
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_rdlock(&prefer);
  pthread_rwlock_unlock(&prefer);
  pthread_rwlock_unlock(&rw);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&plain);
  while (n == 0) pthread_cond_wait(&cond, &plain);
  pthread_mutex_unlock(&plain);
  pthread_join(t, 0);
  return 0;
}
