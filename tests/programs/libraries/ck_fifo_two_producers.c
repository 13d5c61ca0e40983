// LIBRARY: libck-dev | ck_fifo_spsc with two producers
// VERDICT: bug:assertion
// NEEDS: ck_fifo.h
// RUN: --race=ignore
// A queue for one producer, used by two: an entry can be lost.
#include <assert.h>
#include <ck_fifo.h>
#include <pthread.h>
#include <stddef.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t stub, entry[2];
static int value[2] = {1, 2};

static void* produce(void* i) {
  ck_fifo_spsc_enqueue(&fifo, &entry[(long)i], &value[(long)i]);
  return 0;
}

int main(void) {
  pthread_t t[2];
  ck_fifo_spsc_init(&fifo, &stub);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, produce, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  int* got = NULL;
  int count = 0;
  while (ck_fifo_spsc_dequeue(&fifo, &got)) count++;
  assert(count == 2);
  return 0;
}
