// VERDICT: verified
// Output and input by stdio, in every execution from the start.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int x;
static void* run(void* a) {
  printf("%d %s %5.2f\n", x++, "text", 3.14159);
  fprintf(stderr, "to stderr\n");
  puts("puts");
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(getchar() == EOF);
  char text[32];
  snprintf(text, sizeof text, "%d", 42);
  int n;
  assert(sscanf(text, "%d", &n) == 1 && n == 42);
  fflush(stdout);
  return 0;
}
