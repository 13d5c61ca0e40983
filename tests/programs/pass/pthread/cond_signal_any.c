// VERDICT: verified
// A signal may wake any of the waiters; the counts stay right whichever it is.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens, taken;
static void* waiter(void* x) {
  pthread_mutex_lock(&m);
  while (tokens == 0) pthread_cond_wait(&c, &m);
  tokens--;
  taken++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    tokens++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(tokens == 0 && taken == 2);
  return 0;
}
