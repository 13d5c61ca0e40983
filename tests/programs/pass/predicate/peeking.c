// VERDICT: verified
// RUN: --engine dpor --check assertion,deadlock
// EXECUTIONS: dpor=1
// RUN: --engine optimal --check assertion,deadlock
// EXECUTIONS: optimal=1
// RUN: --engine dpor-predicate
// EXECUTIONS: dpor-predicate=1
// RUN: --engine dpor --check assertion,deadlock --no-peek
// EXECUTIONS: dpor=70
// One lock for a whole array; the threads use different halves of it.
#include <pthread.h>
#define HALF 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int array[2 * HALF];

static void* half(void* argument) {
  int first = (int)(long)argument;
  for (int i = 0; i < HALF; i++) {
    pthread_mutex_lock(&lock);
    array[first + i]++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, half, (void*)0L);
  pthread_create(&t, 0, half, (void*)(long)HALF);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
