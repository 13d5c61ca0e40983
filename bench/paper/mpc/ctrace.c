/* ctrace, a library that writes down what threads do: a thread looks whether tracing is on and then uses the file, which another may have closed. */
#include "input.h"
#ifndef CALLS
#define CALLS 1
#endif

atomic_int on, file, lines;

static void *traced(void *unused) {
  for (int level = between(INPUT(CALLS, 0), 0, CALLS); level > 0; level--)
    if (on) {
      assert(file != 0);
      lines++;
    }
  return NULL;
}

int main(void) {
  file = 1;
  on = 1;
  pthread_t a = start(traced, NULL), b = start(traced, NULL);
  if (INPUT(1, 0) > 0) {
    file = 0;
    on = 0;
  }
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
