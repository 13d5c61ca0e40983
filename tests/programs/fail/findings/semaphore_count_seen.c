// VERDICT: bug:assertion
// RUN: --engine dpor
// RUN: --engine dpor-classic
// RUN: --engine optimal
// RUN: --engine icb+dpor
// RUN: --engine mcr
// The count of a semaphore is looked at while others change it, even under a lock that they do not need.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* posts(void* a) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  int first, second;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, posts, 0);
  pthread_mutex_lock(&m);
  sem_getvalue(&s, &first);
  sem_getvalue(&s, &second);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(first == second);  // BUG
  return 0;
}
