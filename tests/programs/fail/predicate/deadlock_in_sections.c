// VERDICT: bug:deadlock
// RUN: --engine dpor --check assertion,deadlock
// RUN: --engine optimal --check deadlock
// RUN: --engine mcr --check deadlock
// RUN: --engine dpor-predicate
// Two locks in both orders, with nothing under them.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* forth(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  count++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}
static void* back(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  count++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, forth, 0);
  pthread_create(&t, 0, back, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
