// VERDICT: verified
// RUN: --engine dfs
// The locale of the process and those of its threads.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "several_runs.h"
static void* look(void* a) {
  assert(uselocale(0) == LC_GLOBAL_LOCALE);
  return 0;
}
int main(void) {
  assert(strcmp(setlocale(LC_ALL, 0), "C") == 0 && MB_CUR_MAX == 1);
  assert(uselocale(0) == LC_GLOBAL_LOCALE);
  assert(setlocale(LC_ALL, "C.UTF-8") && MB_CUR_MAX == 6);
  locale_t mine = newlocale(LC_ALL_MASK, "C", 0);
  uselocale(mine);
  assert(MB_CUR_MAX == 1);
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  pthread_join(t, 0);
  several_runs();
  return 0;
}
