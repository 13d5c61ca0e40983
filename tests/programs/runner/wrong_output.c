// VERDICT: bug:assertion
// OUTPUT: goodbye
#include <assert.h>
#include <stdio.h>
int main(void) {
  puts("hello");
  assert(0);
}
