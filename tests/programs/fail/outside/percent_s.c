// VERDICT: bug:race
// What %s reads is seen.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char s[4] = "a";

static void* run(void* p) {
  s[0] = 'b';
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  printf("%s\n", s);
  pthread_join(t, 0);
  return 0;
}
