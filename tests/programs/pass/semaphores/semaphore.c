// VERDICT: verified
// A semaphore as a mutex; try, timed and value.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s, empty;
static int inside;
static void* run(void* a) {
  sem_wait(&s);
  assert(++inside == 1);
  --inside;
  sem_post(&s);
  errno = 0;
  assert(sem_trywait(&empty) == -1 && errno == EAGAIN);
  return 0;
}

int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 1);
  sem_init(&empty, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  int value;
  assert(sem_getvalue(&s, &value) == 0 && value == 1);
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 100;
  assert(sem_timedwait(&s, &until) == 0);
  errno = 0;
  assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
  sem_destroy(&s);
  sem_destroy(&empty);
  return 0;
}
