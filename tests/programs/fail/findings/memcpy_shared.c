// VERDICT: bug:assertion
// memcpy of shared memory sees another thread's write between two copies.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[64], copy1[64], copy2[64];
static void* writer(void* x) {
  memset(buffer, 'x', sizeof buffer);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  memcpy(copy1, buffer, sizeof buffer);
  memcpy(copy2, buffer, sizeof buffer);
  assert(memcmp(copy1, copy2, sizeof buffer) == 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
