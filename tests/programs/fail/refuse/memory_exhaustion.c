// VERDICT: inconclusive
// REASON: memory
// RUN: --memory-limit 256M --time-limit 20s
#include <stdlib.h>
#include <string.h>
int main(void) {
  for (;;) {
    char* volatile p = malloc(1 << 20);
    memset(p, 1, 1 << 20);
  }
}
