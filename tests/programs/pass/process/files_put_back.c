// VERDICT: verified
// RUN: --engine dfs
// What an execution makes of files is gone when the next one begins.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "several_runs.h"
#define DIRECTORY "/tmp/heddle_files_put_back"
int main(void) {
  struct stat s;
  assert(stat(DIRECTORY, &s) == -1 && errno == ENOENT);
  assert(mkdir(DIRECTORY, 0700) == 0);
  assert(chdir(DIRECTORY) == 0);
  FILE* f = fopen("a", "w");
  assert(f && fputs("one", f) >= 0 && fclose(f) == 0);
  f = fopen("a", "a");
  assert(f && fputs("two", f) >= 0 && fclose(f) == 0);
  assert(stat("a", &s) == 0 && s.st_size == 6);
  assert(rename("a", "b") == 0 && symlink("b", "c") == 0 && link("b", "d") == 0);
  assert(truncate("c", 2) == 0 && stat("d", &s) == 0 && s.st_size == 2);
  assert(unlink("d") == 0);
  assert(mkdir("e", 0700) == 0 && rmdir("e") == 0 && mkdir("e", 0700) == 0);
  char name[] = "tmpXXXXXX";
  assert(mkstemp(name) >= 0);
  several_runs();
  return 0;
}
