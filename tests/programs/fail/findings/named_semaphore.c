// VERDICT: bug:deadlock
// The same semaphore is found by its name, and is not free.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static void* run(void* a) {
  sem_t* s = sem_open("/heddle_test", 0);
  assert(s != SEM_FAILED);
  sem_wait(s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_t* s = sem_open("/heddle_test", O_CREAT, 0600, 1);
  assert(sem_open("/heddle_test", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
  pthread_create(&t, 0, run, 0);
  sem_wait(s);
  pthread_join(t, 0);
}
