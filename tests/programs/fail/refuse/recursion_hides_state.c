// VERDICT: inconclusive
// REASON: was stopped after
// RUN: -O0 -DFIRST
// RUN: -O1 -DFIRST
// RUN: -O2
// RUN: -O1 -DENDS -DFIRST
// Functions that call each other in a circle, one of which counts in memory of its own thread that nobody else sees: no two rounds
// of the loop are equal, whichever of them is judged first. The assertion can fail; with ENDS the loop ends by itself, and is no
// livelock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static _Thread_local int count;
static int left(int n);
__attribute__((noinline)) static int more(int n) { return n > 0 ? left(n - 1) : 1; }
__attribute__((noinline)) static int left(int n) {
  int x = more(n);
  return x + (++count < 20);
}
#ifdef FIRST
__attribute__((noinline)) void drain(void) {
  while (!atomic_load(&flag))
    if (left(1) == 1) break;
}
#endif
static void* waiter(void* p) {
  while (!atomic_load(&flag))
    if (more(1) == 1) break;
#ifndef ENDS
  assert(atomic_load(&flag));
#endif
  return 0;
}
int main(int argc, char** argv) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
#ifdef ENDS
  if (argc > 5) atomic_store(&flag, 1);
#else
  atomic_store(&flag, 1);
#endif
#ifdef FIRST
  if (argc > 6) drain();
#endif
  pthread_join(a, 0);
  return 0;
}
