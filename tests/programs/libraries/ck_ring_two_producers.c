// LIBRARY: libck-dev | ck_ring_enqueue_spsc with two producers
// VERDICT: bug:assertion
// NEEDS: ck_ring.h
// RUN: --race=ignore
// The operations for one producer, called by two.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int value[2] = {1, 2};

static void* produce(void* i) {
  ck_ring_enqueue_spsc(&ring, buffer, &value[(long)i]);
  return 0;
}

int main(void) {
  pthread_t t[2];
  ck_ring_init(&ring, 4);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, produce, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(ck_ring_size(&ring) == 2);
  return 0;
}
