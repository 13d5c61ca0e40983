// Two threads sort neighbours without a lock; swaps are counted.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a = 3, b = 2, c = 1, swaps;
static void *left(void *unused) {
  int x = a, y = b;
  if (x > y) {
    a = y;
    b = x;
    swaps = swaps + 1;
  }
  return 0;
}
static void *right(void *unused) {
  int x = b, y = c;
  if (x > y) {
    b = y;
    c = x;
    swaps = swaps + 1;
  }
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
