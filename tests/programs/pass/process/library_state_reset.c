// VERDICT: verified
// RUN: --engine dfs
// What functions of the C library remember between calls.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "several_runs.h"
int main(int argc, char** argv) {
  char text[] = "a b c";
  assert(strcmp(strtok(text, " "), "a") == 0);
  assert(optind == 1);
  char* arguments[] = {"program", "-a", "-b", 0};
  assert(getopt(3, arguments, "ab") == 'a');
  assert(errno == 0);
  errno = 5;
  assert(strcmp(program_invocation_short_name, "other") != 0);
  program_invocation_short_name = "other";
  assert(daylight == 0);
  setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
  tzset();
  assert(daylight == 1);
  setvbuf(stdout, 0, _IONBF, 0);
  assert(!ferror(stdin) && !feof(stdin) && getchar() == EOF && feof(stdin));
  several_runs();
  return 0;
}
