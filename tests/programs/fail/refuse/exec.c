// VERDICT: inconclusive
// REASON: exec
#include <unistd.h>
int main(void) {
  execlp("true", "true", (char*)0);
  return 0;
}
