/* A sequential lock, as in Linux: a writer makes the counter odd, a reader looks whether it was even and the same. Inputs are written. */
#include "input.h"
#ifndef K
#define K 1
#endif
#define TRIES 2

atomic_uint sequence;
atomic_int left, right;

static void *writer(void *unused) {
  for (int k = 0; k < K; k++) {
    const int value = INPUT(7, 0);
    sequence++;
    left = value;
    right = value;
    sequence++;
  }
  return NULL;
}

static void *reader(void *unused) {
  for (int i = 0; i < TRIES; i++) {
    const unsigned begin = sequence;
    if (begin & 1) continue;
    const int l = left, r = right;
    if (sequence == begin) {
      assert(l == r);
      break;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t a = start(writer, NULL), b = start(reader, NULL), c = start(reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
}
