// LIBRARY: libck-dev | ck_ring
// VERDICT: verified
// NEEDS: ck_ring.h
// RUN: --race=ignore
// One producer and one consumer over a ring of Concurrency Kit.
// Loads and stores of Concurrency Kit are volatile, which the language does not call atomic.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>
#include <stdint.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static void* producer(void* x) {
  for (uintptr_t i = 1; i <= 2; i++)
    while (!ck_ring_enqueue_spsc(&ring, buffer, (void*)i)) continue;
  return 0;
}

int main(void) {
  pthread_t t;
  ck_ring_init(&ring, 4);
  pthread_create(&t, 0, producer, 0);
  for (uintptr_t i = 1; i <= 2; i++) {
    void* v;
    while (!ck_ring_dequeue_spsc(&ring, buffer, &v)) continue;
    assert(v == (void*)i);
  }
  pthread_join(t, 0);
  return 0;
}
