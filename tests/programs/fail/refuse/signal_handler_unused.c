// VERDICT: inconclusive
// REASON: handler for signal 2
#include <signal.h>
static void handler(int n) {}
int main(void) {
  signal(SIGINT, handler);
  return 0;
}
