// VERDICT: verified
// RUN: --engine dfs
// A program may write into the strings of its arguments and, though it should not, of its environment.
#include <assert.h>
#include <stdlib.h>
#include "several_runs.h"
int main(int argc, char** argv) {
  char* path = getenv("PATH");
  assert(path && path[0] == '/');
  path[0] = '?';
  assert(argv[0][0] != '?');
  argv[0][0] = '?';
  several_runs();
  return 0;
}
