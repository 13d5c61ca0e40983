// VERDICT: verified
// RUN: -- one "two words"
// Arguments, environment and the current directory reach the program; arguments may be overwritten.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv, char** env) {
  assert(argc == 3 && strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two words") == 0 && argv[3] == 0);
  assert(env[0] && getenv("PATH"));
  char here[4096];
  assert(getcwd(here, sizeof here));
  return 0;
}
