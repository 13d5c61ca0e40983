// VERDICT: bug:crash
// REPORT: SIGSEGV
#include <signal.h>
int main(void) {
  raise(SIGSEGV);  // BUG
  return 0;
}
