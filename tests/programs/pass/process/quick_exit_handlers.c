// VERDICT: verified
// RUN: --engine dfs
// FALLBACK: a run did not show what the model of the program says
// quick_exit runs the handlers of at_quick_exit, the last first, and no others.
#include <assert.h>
#include <stdlib.h>
#include "several_runs.h"
static int order;
static void never(void) { assert(0); }
static void first(void) { assert(order++ == 1); }
static void second(void) { assert(order++ == 0); }
int main(void) {
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  several_runs();
  quick_exit(0);
}
