// VERDICT: bug:use-after-free
// REPORT: works on a stream that was closed before
// RUN: --race ignore
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static void* run(void* p) {
  fputs("x", file);  // BUG
  return p;
}
int main(void) {
  pthread_t t;
  file = fopen("stream_closed.txt", "w");
  pthread_create(&t, 0, run, 0);
  fclose(file);
  pthread_join(t, 0);
}
