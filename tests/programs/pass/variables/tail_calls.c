// The frame ends before the call that takes its place.
// VERDICT: verified
// RUN: -O1
// RUN: -O2
#include <assert.h>
__attribute__((noinline)) static void add(int *to, int n) { *to += n; }
__attribute__((noinline)) static int count(int n, int sum) {
  int mine = sum;
  int *volatile p = &mine;
  add(p, n);
  if (n == 0) return mine;
  __attribute__((musttail)) return count(n - 1, mine);
}
int main(void) {
  assert(count(40, 0) == 820);
  return 0;
}
