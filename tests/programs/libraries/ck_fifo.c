// LIBRARY: libck-dev | ck_fifo_spsc
// VERDICT: verified
// NEEDS: ck_fifo.h
// RUN: --race=ignore
// One producer, one consumer: what comes out comes in order.
#include <assert.h>
#include <ck_fifo.h>
#include <pthread.h>
#include <stddef.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t stub, entry[2];
static int value[2] = {1, 2};

static void* produce(void* a) {
  for (int i = 0; i < 2; i++) ck_fifo_spsc_enqueue(&fifo, &entry[i], &value[i]);
  return a;
}

int main(void) {
  pthread_t t;
  ck_fifo_spsc_init(&fifo, &stub);
  pthread_create(&t, 0, produce, 0);
  int last = 0;
  for (int tries = 0; tries < 3; tries++) {
    int* got = NULL;
    if (!ck_fifo_spsc_dequeue(&fifo, &got)) continue;
    assert(*got == last + 1);
    last = *got;
  }
  pthread_join(t, 0);
  return 0;
}
