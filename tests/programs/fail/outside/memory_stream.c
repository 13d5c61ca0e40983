// VERDICT: bug:assertion
// REPORT: not ordered with
// What is printed to a stream in memory appears there.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static char* text;
static size_t length;
static FILE* file;
static void* run(void* p) {
  fputs("hello", file);
  fflush(file);
  return p;
}
int main(void) {
  pthread_t t;
  file = open_memstream(&text, &length);
  pthread_create(&t, 0, run, 0);
  size_t seen = length;
  pthread_join(t, 0);
  assert(seen == 0);
}
