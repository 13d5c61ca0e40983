// VERDICT: bug:deadlock
// REPORT: semaphore
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;
static void* first(void* x) {
  sem_wait(&a);
  sem_wait(&b);  // BUG
  sem_post(&b);
  sem_post(&a);
  return 0;
}
static void* second(void* x) {
  sem_wait(&b);
  sem_wait(&a);  // BUG
  sem_post(&a);
  sem_post(&b);
  return 0;
}

int main(void) {
  pthread_t t[2];
  sem_init(&a, 0, 1);
  sem_init(&b, 0, 1);
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
