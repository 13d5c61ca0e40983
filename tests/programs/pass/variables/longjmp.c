// VERDICT: verified
// RUN: -O0
// RUN: -O1
#include <assert.h>
#include <setjmp.h>
#include <string.h>
__attribute__((noinline)) static void fall(jmp_buf *to, int n) {
  char room[100];
  memset(room, n, sizeof room);
  if (n == 0) longjmp(*to, 1);
  fall(to, n - 1);
  assert(room[n] == n);
}
__attribute__((noinline)) static int sum(const char *p, int n) {
  int s = 0;
  while (n-- > 0) s += p[n];
  return s;
}
__attribute__((noinline)) static int after(void) {
  char text[300];
  memset(text, 1, sizeof text);
  return sum(text, 300);
}
int main(void) {
  for (volatile int i = 0; i < 4; i++) {
    jmp_buf here;
    if (setjmp(here) == 0) fall(&here, i);
    assert(after() == 300);
  }
  return 0;
}
