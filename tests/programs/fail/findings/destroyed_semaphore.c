// VERDICT: bug:lock-misuse
// REPORT: destroyed_semaphore.c:13:3: error: use of a semaphore that was destroyed
// REPORT: destroyed_semaphore.c:14:3: error: use of a semaphore that was destroyed
// RUN: --engine dfs --keep-going
// RUN: --engine dpor --keep-going
// RUN: --engine mcr --keep-going
// A semaphore that is destroyed can still be waited for, if its count is not zero.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static void* uses(void* a) {
  sem_wait(&s);  // BUG
  sem_post(&s);  // BUG
  return 0;
}
static void* destroys(void* a) {
  sem_destroy(&s);
  return 0;
}
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 1);
  pthread_create(&t[0], 0, uses, 0);
  pthread_create(&t[1], 0, destroys, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
