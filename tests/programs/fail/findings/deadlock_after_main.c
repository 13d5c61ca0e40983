// VERDICT: bug:deadlock
// REPORT: no thread can go on
// RUN: --engine mcr
// Main has left by pthread_exit, so its end is not that of the process. The writes keep the first runs from meeting it.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int noise;

void* one(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}
void* two(void* unused) {
  for (int i = 0; i < 60; i++) atomic_store(&noise, i);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  atomic_store(&noise, 1000);
  pthread_exit(0);
}
