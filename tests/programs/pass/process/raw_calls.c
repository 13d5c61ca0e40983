// VERDICT: verified
// RUN: --engine dfs
// System calls by number say what the functions say.
// REPORT: with the clock of 2023-11-14, random numbers of seed 1
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include "several_runs.h"
int main(void) {
  struct timespec t;
  assert(syscall(SYS_clock_gettime, CLOCK_REALTIME, &t) == 0 && t.tv_sec == 1700000000);
  assert(timespec_get(&t, TIME_UTC) == TIME_UTC && t.tv_sec == 1700000000);
  assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid() && getppid() == syscall(SYS_getppid));
  unsigned char a[8], first[8] = {0};
  assert(syscall(SYS_getrandom, a, 8, 0) == 8 && memcmp(a, first, 8) != 0);
  struct rusage used;
  assert(getrusage(RUSAGE_SELF, &used) == 0 && used.ru_maxrss == 0);
  assert(syscall(SYS_close, 99) == -1);
  several_runs();
  return 0;
}
