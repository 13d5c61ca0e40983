// A hash table with open addressing, filled by compare-exchange. Each thread makes OPS operations and checks its slots.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef OPS
#define OPS 4
#endif
#define SIZE 16
static atomic_int table[SIZE];
static atomic_int collisions, used;
static void put(int key) {
  unsigned slot = (unsigned)key * 5 % SIZE;
  assert(slot < SIZE);
  int empty = 0;
  while (!atomic_compare_exchange_strong(&table[slot], &empty, key)) {
    collisions = collisions + 1;
    slot = (slot + 1) % SIZE;
    empty = 0;
  }
  used++;
}
static void *work(void *argument) {
  int first = (int)(long)argument;
  for (int i = 0; i < OPS; i++) put(first + i);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1L);
  pthread_create(&b, 0, work, (void *)9L);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
