// VERDICT: inconclusive
// REASON: allocates more than
// Without an option too: a program that allocates without end does not take the machine with it.
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (;;) {
    char* volatile p = malloc(16 << 20);
    memset(p, 1, 4096);
  }
}
