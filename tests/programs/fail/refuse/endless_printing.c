// VERDICT: inconclusive
// REASON: never ends
#include <stdio.h>
int main(void) {
  for (;;) puts("again and again and again");
}
