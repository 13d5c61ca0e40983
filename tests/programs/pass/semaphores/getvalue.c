// VERDICT: verified
// EXECUTIONS: mcr=3
// A count that goes up from two to four, seen on the way.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void* posts(void* a) {
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t[2];
  int seen;
  sem_init(&s, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, posts, 0);
  sem_getvalue(&s, &seen);
  assert(seen >= 2 && seen <= 4);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  sem_getvalue(&s, &seen);
  assert(seen == 4);
  return 0;
}
