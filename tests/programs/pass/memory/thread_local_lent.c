// A thread waits before its thread-local variables end.
// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
static _Thread_local int mine;
static int* shown;
static sem_t ready, done;
static void* show(void* none) {
  mine = 7;
  shown = &mine;
  sem_post(&ready);
  sem_wait(&done);
  assert(mine == 8);
  return none;
}
int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, show, NULL);
  sem_wait(&ready);
  assert(*shown == 7);
  *shown = 8;
  sem_post(&done);
  pthread_join(t, NULL);
}
