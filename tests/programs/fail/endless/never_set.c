// A thread waits for what nobody sets, beside another that waits for a lock.
// VERDICT: bug:livelock
// RUN: --engine explicit
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* argument) {
  pthread_mutex_lock(&mutex);
  while (!ready) {
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, NULL);
  return 0;
}
