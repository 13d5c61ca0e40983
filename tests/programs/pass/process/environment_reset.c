// VERDICT: verified
// The environment is as it was when the next execution begins.
// RUN: -DHOW=0 --engine dfs
// RUN: -DHOW=1 --engine dfs
// RUN: -DHOW=2 --engine dfs
// RUN: -DHOW=3 --engine dfs
// RUN: -DHOW=4 --engine dfs
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "several_runs.h"
static char mine[] = "READY=1";
int main(void) {
  assert(getenv("READY") == 0);
  char* path = getenv("PATH");
  assert(path && path[0] == '/');
  switch (HOW) {
    case 0: setenv("READY", "1", 1); break;
    case 1: putenv(mine); mine[6] = '2'; break;
    case 2: unsetenv("PATH"); assert(getenv("PATH") == 0); break;
    case 3: clearenv(); setenv("READY", "1", 0); break;
    case 4: setenv("PATH", "x", 1); break;
  }
  several_runs();
  return 0;
}
