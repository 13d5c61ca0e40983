// VERDICT: verified
// RUN: --engine dfs
// A shared memory object is new in every execution.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "several_runs.h"
int main(void) {
  int f = shm_open("/heddle_shared_memory_object", O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(f >= 0 && ftruncate(f, 4096) == 0);
  several_runs();
  return 0;
}
