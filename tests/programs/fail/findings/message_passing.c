// VERDICT: bug:assertion
// The flag is raised before the data is written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;
static void* writer(void* x) {
  flag = 1;
  data = 42;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (flag) assert(data == 42);  // BUG
  pthread_join(t, 0);
  return 0;
}
