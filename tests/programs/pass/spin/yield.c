// VERDICT: verified
// Spinning with sched_yield, usleep, and pthread_yield in the loop.
// RUN: -DPAUSE=sched_yield()
// RUN: -DPAUSE=usleep(100)
// RUN: -DPAUSE=pthread_yield()
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static atomic_int ready;
static int data;
static void* run(void* x) {
  while (!ready) PAUSE;
  assert(data == 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  data = 1;
  ready = 1;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
