// VERDICT: verified
// RUN: --engine dfs
// Descriptors that are there from the start are there again, with offset and flags.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#include "several_runs.h"
static int early;
__attribute__((constructor)) static void before(void) { early = open("/etc/passwd", O_RDONLY); }
int main(void) {
  char c;
  assert(lseek(early, 0, SEEK_CUR) == 0);
  assert(read(early, &c, 1) == 1);
  assert(fcntl(early, F_GETFL) == fcntl(early, F_GETFL) && !(fcntl(early, F_GETFL) & O_NONBLOCK));
  assert(fcntl(0, F_GETFD) >= 0 && fcntl(early + 1, F_GETFD) < 0);
  fcntl(early, F_SETFL, O_NONBLOCK);
  assert(close(0) == 0);
  assert(dup(early) == 0);
  assert(dup2(early, 1) == 1);
  close(early);
  several_runs();
  return 0;
}
