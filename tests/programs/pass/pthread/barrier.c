// VERDICT: verified
// Every thread sees what all wrote before the barrier; exactly one is the serial thread, also in round two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static int value[2];
static atomic_int serial;
static void* run(void* x) {
  int i = (int)(long)x;
  for (int round = 1; round <= 2; round++) {
    value[i] = round;
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
    assert(value[0] == round && value[1] == round);
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_barrier_init(&b, 0, 2);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(serial == 4);
  pthread_barrier_destroy(&b);
  return 0;
}
