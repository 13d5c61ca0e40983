// A thread-local variable ends with its thread.
// VERDICT: bug:use-after-return
// RUN: -O0
// RUN: -O2
// RUN: --engine dpor
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static _Thread_local int mine;
static _Atomic(int*) shown;
static void* show(void* none) {
  mine = 7;
  shown = &mine;
  return none;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, show, NULL);
  int* there = shown;
  const int value = there ? *there : 0;  // BUG
  pthread_join(t, NULL);
  return value;
}
