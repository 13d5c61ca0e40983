// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// An error-checking mutex answers EPERM to a wrong unlock; asking it is no misuse.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_mutex_t m;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_mutex_destroy(&m);
  return 0;
}
