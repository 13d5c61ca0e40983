// A global that main writes and threads read becomes visible between two runs, by the schedule of a run that then fails: its
// replay has to know that.
// VERDICT: bug:assertion
// RUN: --keep-going --race ignore
// REPORT: above
// REPORT: below
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int limit;

static void* first(void* unused) {
  int mine;
  heddle_symbolic(&mine, sizeof mine, "mine");
  heddle_assume(mine >= 0 && mine < 2);
  assert(limit > (mine ^ 2) && "above");  // BUG
  return 0;
}

static void* second(void* unused) {
  assert(limit > 0 && "below");  // BUG
  return 0;
}

int main() {
  int n;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n >= 0 && n < 2);
  limit = n;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
