// VERDICT: verified
// pthread_once runs the function once, and everybody sees what it wrote.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;
static void init(void) { calls++; }
static void* run(void* x) {
  pthread_once(&once, init);
  assert(calls == 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
