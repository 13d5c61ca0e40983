// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// Attributes and small calls that programs make in passing.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void* run(void* x) {
  pthread_setname_np(pthread_self(), "worker");
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_attr_t a;
  assert(pthread_getattr_np(pthread_self(), &a) == 0);
  void* base;
  size_t size;
  pthread_attr_getstack(&a, &base, &size);
  char local;
  assert(&local >= (char*)base && &local < (char*)base + size);
  pthread_attr_destroy(&a);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_setconcurrency(2);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(pthread_equal(pthread_self(), pthread_self()));
  assert(sysconf(_SC_PAGESIZE) > 0);
  return 0;
}
