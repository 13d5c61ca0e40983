// VERDICT: verified
// EXECUTIONS: mcr=1
// Who prints first does not matter to the program.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>


static void* run(void* p) {
  printf("hello %d\n", 1);
  puts("more");
  fprintf(stderr, "and %s\n", "more");
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  printf("hello %d\n", 2);
  fflush(stdout);
  pthread_join(t, 0);
  return 0;
}
