// VERDICT: verified
// RUN: --engine dfs
// A thread has the name of its creator until it gets one of its own; so in every execution.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include "several_runs.h"
static pthread_barrier_t ready;
static void* run(void* a) {
  char name[16];
  pthread_barrier_wait(&ready);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "worker") == 0);
  prctl(PR_SET_NAME, "a name that is cut off");
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "a name that is ") == 0);
  return 0;
}
int main(void) {
  char name[16];
  pthread_t t;
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "boss") != 0);
  pthread_setname_np(pthread_self(), "boss");
  pthread_barrier_init(&ready, 0, 2);
  pthread_create(&t, 0, run, 0);
  assert(pthread_getname_np(t, name, sizeof name) == 0 && strcmp(name, "boss") == 0);
  assert(pthread_setname_np(t, "worker") == 0 && pthread_setname_np(t, "much too long a name") != 0);
  pthread_barrier_wait(&ready);
  pthread_join(t, 0);
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(1, &set);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  CPU_ZERO(&set);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) == 1 && CPU_ISSET(1, &set));
  several_runs();
  return 0;
}
