// Two levels of a skip list: the lower one holds all, the upper one some. Levels are chosen by the key, which is checked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define MANY 3
static int below[2 * MANY + 1], above[2 * MANY + 1];
static atomic_int lower, upper, high;
static void put(int at) {
  int level = at * 11 % 3 == 0 ? 2 : 1;
  assert(level == 1 || level == 2);
  int old = lower;
  do below[at] = old;
  while (!atomic_compare_exchange_strong(&lower, &old, at));
  if (level < 2) return;
  old = upper;
  do above[at] = old;
  while (!atomic_compare_exchange_strong(&upper, &old, at));
  high = high + 1;
}
static void *work(void *argument) {
  int first = (int)(long)argument;
  for (int i = 0; i < MANY; i++) put(first + i);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1L);
  pthread_create(&b, 0, work, (void *)(1L + MANY));
  pthread_join(a, 0);
  pthread_join(b, 0);
}
