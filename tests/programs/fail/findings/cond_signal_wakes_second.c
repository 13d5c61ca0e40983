// VERDICT: bug:assertion
// A signal may wake the thread that came to wait last.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t waits, woken;
static int waiting, tokens, first = -1;
static void* waiter(void* x) {
  pthread_mutex_lock(&m);
  int place = waiting++;
  sem_post(&waits);
  while (tokens == 0) pthread_cond_wait(&c, &m);
  tokens--;
  if (first < 0) first = place;
  sem_post(&woken);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, 0);
  for (int i = 0; i < 2; i++) sem_wait(&waits);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    tokens = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    sem_wait(&woken);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(first == 0);  // BUG
  return 0;
}
