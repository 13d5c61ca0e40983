// VERDICT: bug:race
// The time that a thread is to sleep is read from memory.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static struct timespec pause_ = {0, 1}, deadline = {5, 1};
static sem_t s;
static void* run(void* p) {
  nanosleep(&pause_, 0);        // BUG
  sem_timedwait(&s, &deadline);  // BUG
  return p;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, run, 0);
  pause_.tv_nsec = 2;    // BUG
  deadline.tv_nsec = 2;  // BUG
  pthread_join(t, 0);
}
