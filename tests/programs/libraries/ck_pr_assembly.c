// VERDICT: inconclusive
// NEEDS: ck_pr.h
// REASON: assembly
// Without compiler builtins Concurrency Kit is inline assembly: refused, never silently wrong.
#include <ck_pr.h>

static unsigned n;
int main(void) {
  ck_pr_inc_uint(&n);
  return 0;
}
