// FALLBACK: a run did not show what the model of the program says
// VERDICT: verified
// _exit, _Exit and quick_exit from any thread end an execution without atexit handlers.
// RUN: -DHOW=_exit
// RUN: -DHOW=_Exit
// RUN: -DHOW=quick_exit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;
static void never(void) { assert(0); }
static void* run(void* a) {
  if (x++ == 1) HOW(3);
  return 0;
}

int main(void) {
  atexit(never);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  _exit(0);
}
