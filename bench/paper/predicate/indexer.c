// Threads put their numbers into a shared table by compare-exchange and check that slots are within it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 12
#endif
#define SIZE 128
#define MAX 4
static atomic_int table[SIZE];
static void *run(void *argument) {
  int number = (int)(long)argument;
  for (int m = 1; m <= MAX; m++) {
    int word = m * 11 + number;
    int slot = word * 7 % SIZE;
    assert(slot >= 0 && slot < SIZE);
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[slot], &empty, word)) {
      empty = 0;
      slot = (slot + 1) % SIZE;
    }
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
