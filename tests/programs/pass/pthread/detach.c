// VERDICT: verified
// A detached thread, by attribute and by call, may run before or after main goes on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t done;
static atomic_int ran;
static void* run(void* a) {
  ran++;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attr;
  sem_init(&done, 0, 0);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, 1 << 20);
  pthread_create(&t, &attr, run, 0);
  pthread_attr_destroy(&attr);
  pthread_create(&t, 0, run, 0);
  pthread_detach(t);
  sem_wait(&done);
  sem_wait(&done);
  assert(ran == 2);
  return 0;
}
