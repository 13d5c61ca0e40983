// VERDICT: bug:use-after-free
// Whoever learns by one semaphore that all is done frees another one that is still to be posted.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t done, *other;
static void* run(void* a) {
  sem_post(&done);
  sem_post(other);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  other = malloc(sizeof *other);
  sem_init(other, 0, 0);
  pthread_create(&t, 0, run, 0);
  sem_wait(&done);
  free(other);
  pthread_join(t, 0);
  return 0;
}
