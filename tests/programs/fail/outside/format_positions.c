// VERDICT: bug:race
// Arguments of formats by their number.
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
#include <pthread.h>
#include <stdio.h>
static char text[8] = "abcdef", last[8] = "z";
static int number;
static void* run(void* p) {
  text[1] = 'x';  // BUG
  number = 3;     // BUG
  return p;
}
int main(void) {
  char made[32];
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#if WAY == 1
  snprintf(made, sizeof made, "%3$s %2$g %1$s", text, 1.5, last);  // BUG
#elif WAY == 2
  snprintf(made, sizeof made, "%3$.*2$s %1$d", 7, 2, text);  // BUG
#else
  sscanf("word 7", "%2$s %1$d", &number, made);  // BUG
#endif
  pthread_join(t, 0);
  return made[0] == 0;
}
