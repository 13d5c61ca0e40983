// Each thread allocates from a pool of its own; one lock guards all pools, and statistics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define BLOCKS 4
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken[3][BLOCKS + 4];
static int handed_out;
static void *work(void *argument) {
  int pool = (int)(long)argument;
  for (int i = 0; i < BLOCKS; i++) {
    int block = i % BLOCKS;
    assert(block < BLOCKS);
    pthread_mutex_lock(&lock);
    taken[pool][block] = 1;
    handed_out++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
