// State of the process that one thread changes and another asks for.
// VERDICT: bug:assertion
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3 --engine dpor
// RUN: -DWAY=4
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static char folder[] = "heddle_askedXXXXXX", file[64], other[64];
static DIR* open_folder;
static int first, second;

static void* ask(void* p) {
#if WAY == 1
  struct sigaction now;
  sigaction(SIGUSR1, 0, &now);
  assert(now.sa_handler == SIG_DFL);
#elif WAY == 2
  assert(sysconf(_SC_OPEN_MAX) != 100);
#elif WAY == 3
  int n = 0;
  while (readdir(open_folder)) ++n;
  assert(n == 3);
#else
  char c;
  assert(read(second, &c, 1) == 0);
#endif
  return p;
}

static void* change(void* p) {
#if WAY == 1
  signal(SIGUSR1, SIG_IGN);
#elif WAY == 2
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 100;
  setrlimit(RLIMIT_NOFILE, &limit);
#elif WAY == 3
  close(creat(other, 0600));
#else
  if (write(first, "x", 1) != 1) abort();
#endif
  return p;
}

int main(void) {
  if (!mkdtemp(folder)) abort();
  sprintf(file, "%s/x", folder);
  sprintf(other, "%s/y", folder);
  first = creat(file, 0600);
  open_folder = opendir(folder);
#if WAY == 4
  if (link(file, other)) abort();
  second = open(other, O_RDONLY);
#endif
  pthread_t t, u;
  pthread_create(&t, 0, ask, 0);
  pthread_create(&u, 0, change, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
