// VERDICT: verified
// Bit-fields under a lock, and fields separated by a zero-width one without.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  unsigned a : 3, b : 5;
  unsigned : 0;
  unsigned c : 9;
} s;
static void* left(void* x) {
  pthread_mutex_lock(&m);
  s.a = 5;
  pthread_mutex_unlock(&m);
  s.c = 300;
  return 0;
}
static void* right(void* x) {
  pthread_mutex_lock(&m);
  s.b = 17;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, left, 0);
  pthread_create(&t[1], 0, right, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(s.a == 5 && s.b == 17 && s.c == 300);
  return 0;
}
