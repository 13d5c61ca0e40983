// A buffer of two places under a lock, with conditions: half of N threads fill it without end, the others empty it.
#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int count;

void* work(void* argument) {
  const int fills = (intptr_t)argument % 2;
  while (1) {
    pthread_mutex_lock(&mutex);
    while (count == (fills ? 2 : 0)) pthread_cond_wait(fills ? &emptied : &filled, &mutex);
    count += fills ? 1 : -1;
    assert(count >= 0 && count <= 2);
    pthread_cond_signal(fills ? &filled : &emptied);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
