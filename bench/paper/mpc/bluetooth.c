/* The Bluetooth driver: a request counts itself in after it has looked whether the driver stops; the one that stops may come between. */
#include "input.h"

atomic_int pending = 1, stopping, stopped_event, stopped;

static void leave(void) {
  if (--pending == 0) stopped_event = 1;
}

static void *request(void *unused) {
  if (INPUT(1, 0) <= 0) return NULL; /* nothing is to be done */
  if (stopping) return NULL;
  pending++;
  assert(!stopped);
  leave();
  return NULL;
}

int main(void) {
  pthread_t adder = start(request, NULL);
  stopping = 1;
  leave();
  if (stopped_event) stopped = 1;
  pthread_join(adder, NULL);
}
