// VERDICT: verified
// RUN: --engine dfs
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "several_runs.h"
int main(void) {
  assert(umask(0123) != 0123 && umask(0123) == 0123);
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != 77);
  limit.rlim_cur = 77;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur == 77);
  char name[16];
  assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "other") != 0);
  prctl(PR_SET_NAME, "other");
  assert(nice(1) != -1);
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(sched_setaffinity(0, sizeof set, &set) == 0);
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2);
  several_runs();
  return 0;
}
