// VERDICT: verified
// RUN: --engine dfs
// So is the working directory, by name and by descriptor.
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "several_runs.h"
int main(void) {
  char here[4096];
  assert(getcwd(here, sizeof here) && strcmp(here, "/usr") != 0 && strcmp(here, "/") != 0);
  assert(chdir("/usr") == 0);
  int d = open("/", O_RDONLY | O_DIRECTORY);
  assert(fchdir(d) == 0);
  assert(getcwd(here, sizeof here) && strcmp(here, "/") == 0);
  several_runs();
  return 0;
}
