// VERDICT: bug:crash
// REPORT: stack overflow
static volatile int depth;
static int endless(int n) {
  volatile char frame[200];
  frame[0] = (char)n;
  return n < 0 ? 0 : endless(n + 1) + frame[0];
}
int main(void) {
  depth = endless(0);
  return 0;
}
