// VERDICT: bug:assertion
// The counter may be read between two that add to it.
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <stdint.h>
#include <assert.h>
int e;
static void* w(void* a) {
  uint64_t v = 1;
  write(e, &v, 8);
  return 0;
}
int main() {
  e = eventfd(0, 0);
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  uint64_t v;
  read(e, &v, 8);
  assert(v == 2);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
