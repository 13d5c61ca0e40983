// Two threads sort neighbours of four without a lock; swaps are counted.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a = 4, b = 3, c = 2, d = 1, swaps;
static void sort(atomic_int *left, atomic_int *right) {
  int x = *left, y = *right;
  if (x > y) {
    *left = y;
    *right = x;
    swaps = swaps + 1;
  }
}
static void *front(void *unused) {
  sort(&a, &b);
  sort(&b, &c);
  return 0;
}
static void *back(void *unused) {
  sort(&b, &c);
  sort(&c, &d);
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, front, 0);
  pthread_create(&t, 0, back, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
