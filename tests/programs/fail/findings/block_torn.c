// VERDICT: bug:assertion
// RUN: --race=ignore
// Two words are written one after the other and read as a block.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair { long a, b; } shared;

void *writer(void *arg) {
  shared.a = 1;
  shared.b = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  struct pair seen;
  pthread_create(&t, 0, writer, 0);
  memcpy(&seen, &shared, sizeof seen);
  assert(seen.a == seen.b);  // BUG
  pthread_join(t, 0);
  return 0;
}
