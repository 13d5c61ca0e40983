// VERDICT: bug:assertion
// Neighbouring bit-fields share a memory place: writing one may undo the other.
#include <assert.h>
#include <pthread.h>

static struct {
  unsigned a : 3, b : 5;
} s;
static void* left(void* x) {
  s.a = 5;
  return 0;
}
static void* right(void* x) {
  s.b = 17;
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(s.a == 5 && s.b == 17);  // BUG
  return 0;
}
