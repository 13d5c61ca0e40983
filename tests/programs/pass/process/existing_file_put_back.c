// VERDICT: verified
// RUN: --engine dfs
// A file that was there before has its contents and its mode again.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "several_runs.h"
#define FILE_NAME "/tmp/heddle_existing_file_put_back"
__attribute__((constructor)) static void before(void) {
  int f = open(FILE_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  (void)!write(f, "before", 6);
  close(f);
}
int main(void) {
  char text[16] = "";
  struct stat s;
  int f = open(FILE_NAME, O_RDWR);
  assert(read(f, text, sizeof text) == 6 && strcmp(text, "before") == 0);
  assert(fstat(f, &s) == 0 && (s.st_mode & 0777) == 0600);
  assert(pwrite(f, "after!", 6, 0) == 6);
  fchmod(f, 0640);
  several_runs();
  unlink(FILE_NAME);
  return 0;
}
