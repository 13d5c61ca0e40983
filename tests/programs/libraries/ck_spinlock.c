// LIBRARY: libck-dev | ck_spinlock, four kinds
// VERDICT: verified
// NEEDS: ck_spinlock.h
// RUN: --race=ignore -DLOCK=fas
// RUN: --race=ignore -DLOCK=cas
// RUN: --race=ignore -DLOCK=dec
// RUN: --race=ignore -DLOCK=ticket
// Loads and stores of Concurrency Kit are volatile, which the language does not call atomic.
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#define JOIN3(a, b, c) a##b##c
#define NAME(a, b, c) JOIN3(a, b, c)
static NAME(ck_spinlock_, LOCK, _t) lock;
static int n;
static void* run(void* x) {
  NAME(ck_spinlock_, LOCK, _lock)(&lock);
  n++;
  NAME(ck_spinlock_, LOCK, _unlock)(&lock);
  return 0;
}

int main(void) {
  pthread_t t[2];
  NAME(ck_spinlock_, LOCK, _init)(&lock);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
  return 0;
}
