// Two threads write, the main thread looks when both are done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a;
static void *first(void *unused) {
  for (int i = 1; i <= 4; i++) a = i;
  return 0;
}
static void *second(void *unused) {
  for (int i = 5; i <= 8; i++) a = i;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a != 2);
}
