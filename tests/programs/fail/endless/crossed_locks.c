// Two locks taken in two orders, by threads that never end. Nobody else knows of the locks when the first thread goes round with them,
// so in a replay, which writes down what each thread does to its own locks, it does so for long.
// VERDICT: bug:deadlock
// RUN: --engine explicit
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* work(void* argument) {
  const int me = argument != NULL;
  while (1) {
    pthread_mutex_lock(&mutex[me]);
    pthread_mutex_lock(&mutex[1 - me]);
    pthread_mutex_unlock(&mutex[1 - me]);
    pthread_mutex_unlock(&mutex[me]);
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, &other);
  work(NULL);
  return 0;
}
