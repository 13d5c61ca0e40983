// VERDICT: bug:use-after-return
// REPORT: local variable value of make, which has returned
// RUN: -O0
// RUN: -O1
__attribute__((noinline)) static int *make(void) {
  int value = 3;
  int *volatile p = &value;
  return p;
}
int main(void) {
  int *p = make();
  return *p == 4;  // BUG
}
