// Each thread has a file of its own; what is done to one has nothing to do with the other.
// VERDICT: verified
// EXECUTIONS: dpor=1
// RUN: --engine dpor
// RUN:
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* run(void* none) {
  (void)none;
  char text[8] = "";
  FILE* file = tmpfile();
  assert(file);
  fputs("hello", file);
  rewind(file);
  fgets(text, sizeof text, file);
  assert(!strcmp(text, "hello"));
  fclose(file);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
}
