#include <pthread.h>
int x, y, z;
static int half(int v) { return v / 2; }
static void *a(void *p) {
  x = 1;
  z = 1;
  return 0;
}
static void *b(void *p) {
  int v = x;
  int w = z;
  if (v > 3)
    y = w;
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return half(0);
}
