// VERDICT: bug:race
// REPORT: buffer
// One thread prints into a buffer while another reads a number from it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char buffer[32] = "1";

static void* print(void* x) {
  snprintf(buffer, sizeof buffer, "%d", 42);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, print, 0);
  const int seen = atoi(buffer);
  pthread_join(t, 0);
  return seen == 7;
}
