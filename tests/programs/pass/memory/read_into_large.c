// VERDICT: verified
// The kernel and the C library write into a large global that no run has touched before.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char by_read[1 << 20], by_fread[1 << 20], by_fgets[1 << 20];

int main(void) {
  int f = open("/dev/zero", O_RDONLY);
  assert(read(f, by_read + 300000, 100000) == 100000);
  assert(pread(f, by_read + 700000, 10000, 0) == 10000);
  close(f);
  FILE* file = fopen("/dev/zero", "r");
  assert(fread(by_fread + 300000, 1, 100000, file) == 100000);
  fclose(file);
  file = fopen("/proc/self/comm", "r");
  assert(fgets(by_fgets + 500000, 4000, file) != 0 && by_fgets[500000] != 0);
  fclose(file);
  return 0;
}
