// Each thread takes its own lock, tries the other's, and gives its own back: both may do so for ever.
// VERDICT: bug:livelock
// RUN: --engine explicit
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* work(void* argument) {
  const int me = argument != NULL;
  while (1) {
    while (1) {
      pthread_mutex_lock(&mutex[me]);
      if (pthread_mutex_trylock(&mutex[1 - me]) == 0) break;
      pthread_mutex_unlock(&mutex[me]);
    }
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
