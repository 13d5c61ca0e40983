// A driver that is stopped while a request comes in: the request may be served after the stop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int pending = 1, stopping, stopped, event, served;
static int begin(void) {
  pending++;
  if (!stopping) return 0;
  if (--pending == 0) event = 1;
  return -1;
}
static void end(void) {
  if (--pending == 0) event = 1;
}
static void *request(void *unused) {
  if (begin() == 0) {
    served = served + 1;
    assert(!stopped);
  }
  end();
  return 0;
}
static void *stop(void *unused) {
  stopping = 1;
  end();
  if (event) stopped = 1;
  else stopped = 1;  // wrong: it does not wait
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, request, 0);
  pthread_create(&b, 0, stop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
