// VERDICT: verified
// RUN: --race=ignore
// Words, half words and bytes of one place: no update is lost when each thread has its own bytes.
// The bytes are plain, so main races with the others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t half[2];
  uint8_t byte[8];
} u;
static void* low(void* x) {
  u.half[0] = 0x01020304;
  u.byte[0] = 9;
  return 0;
}
static void* high(void* x) {
  u.half[1] = 0x05060708;
  __atomic_fetch_add(&u.byte[7], 1, __ATOMIC_RELAXED);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, low, 0);
  pthread_create(&t[1], 0, high, 0);
  uint64_t seen = u.whole;
  assert((seen & 0xff) == 0 || (seen & 0xff) == 4 || (seen & 0xff) == 9);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(u.whole == 0x0606070801020309);
  return 0;
}
