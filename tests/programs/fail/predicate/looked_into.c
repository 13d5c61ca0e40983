// VERDICT: bug:assertion
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine optimal --check assertion,deadlock
// RUN: --engine dpor-predicate
// Two critical sections of one mutex access different memory. A third thread, without the lock, sees in which order they came.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int a, b;

static void* first(void* unused) {
  pthread_mutex_lock(&lock);
  a = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
static void* second(void* unused) {
  pthread_mutex_lock(&lock);
  b = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
static void* third(void* unused) {
  int later = b;
  int earlier = a;
  assert(!(later == 1 && earlier == 0));  // BUG
  return 0;
}

int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_create(&u, 0, third, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
