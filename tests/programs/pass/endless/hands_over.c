// Blocks go from thread to thread without end. The first is freed, and its place used again, before the other thread has begun.
// VERDICT: verified
// RUN: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) box;

static void *give(void *unused) {
  (void)unused;
  while (1) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = 7;
    free(atomic_exchange(&box, fresh));
  }
}

static void *take(void *unused) {
  (void)unused;
  while (1) {
    int *taken = atomic_exchange(&box, NULL);
    if (taken == NULL) continue;
    assert(*taken == 7);
    free(taken);
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, give, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
