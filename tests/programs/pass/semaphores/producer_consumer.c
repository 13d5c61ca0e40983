// VERDICT: verified
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_slots, used_slots;
static int slot, sum;
static void* producer(void* a) {
  for (int i = 1; i <= 3; i++) {
    sem_wait(&free_slots);
    slot = i;
    sem_post(&used_slots);
  }
  return 0;
}
static void* consumer(void* a) {
  for (int i = 1; i <= 3; i++) {
    sem_wait(&used_slots);
    assert(slot == i);
    sum += slot;
    sem_post(&free_slots);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&free_slots, 0, 1);
  sem_init(&used_slots, 0, 0);
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 6);
  return 0;
}
