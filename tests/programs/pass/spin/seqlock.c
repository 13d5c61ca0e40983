// VERDICT: verified
// A reader that repeats until it saw a stable, even sequence number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;
static void* writer(void* x) {
  for (int i = 1; i <= 2; i++) {
    sequence++;
    a = i;
    b = i;
    sequence++;
  }
  return 0;
}
static void* reader(void* x) {
  unsigned s;
  int ra, rb;
  do {
    while ((s = sequence) & 1) {
    }
    ra = a;
    rb = b;
  } while (sequence != s);
  assert(ra == rb);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
