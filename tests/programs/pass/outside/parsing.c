// VERDICT: verified
// Library functions on memory of one's own.
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>


static void* run(void* p) {
  char s[] = "one two";
  char* rest;
  assert(strcmp(strtok_r(s, " ", &rest), "one") == 0);
  assert(strcmp(strtok_r(0, " ", &rest), "two") == 0);
  int e;
  assert(frexp(8, &e) == 0.5 && e == 4);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  time_t z = 0;
  struct tm when;
  gmtime_r(&z, &when);
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%d", &when);
  assert(strcmp(text, "1970-01-01") == 0);
  int a = 0, b = 0;
  assert(sscanf("3 4", "%d %d", &a, &b) == 2 && a + b == 7);
  assert(toupper('x') == 'X');
  pthread_join(t, 0);
  return 0;
}
