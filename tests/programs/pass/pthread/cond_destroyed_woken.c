// VERDICT: verified
// EXECUTIONS: mcr=2
// Whoever was woken needs the condition no more: it may be destroyed before he has the mutex again.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, ready;
static void* waits(void* a) {
  pthread_mutex_lock(&m);
  waiting = 1;
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  const int late = waiting;
  ready = 1;
  if (late) {
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
  }
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
