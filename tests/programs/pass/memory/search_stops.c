// VERDICT: verified
// What lies behind the place that is found, or behind the precision of a format, is not read.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char text[16] = "abcd";
static void* run(void* p) {
  text[3] = 'x';
  text[12] = 1;
  return p;
}
int main(void) {
  char made[8];
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  const volatile char* found = memchr(text, 'c', sizeof text);
  snprintf(made, sizeof made, "%2$.*1$s", 2, text);
  pthread_join(t, 0);
  return found != text + 2 || strcmp(made, "ab") != 0;
}
