// VERDICT: verified
// Fortified calls are not made, however they are asked for: their names would hide what they do.
// RUN: -O2 -D_FORTIFY_SOURCE=2
// RUN: -O2 -Wp,-D_FORTIFY_SOURCE=2,-DANOTHER=1
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char text[16], made[16];
static const char* volatile given = "abc";
static void* run(void* p) {
  strcpy(text, given);
  snprintf(made, sizeof made, "%s%d", text, 1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(strcmp(made, "abc1") == 0);
}
