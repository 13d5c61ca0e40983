/* aget, a download in parts: each thread adds what it received to the count without a lock, and a signal saves the count. How many parts
 * each receives is an input. */
#include "input.h"

atomic_int received; /* what aget keeps in bwritten */
int parts[2];

static void *download(void *argument) {
  for (int left = parts[(size_t)argument]; left > 0; left--) {
    const int before = received;
    received = before + 1;
  }
  return NULL;
}

int main(void) {
  parts[0] = between(INPUT(2, 0), 0, 2);
  parts[1] = between(INPUT(2, 0), 0, 2);
  pthread_t a = start(download, (void *)0), b = start(download, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(received == parts[0] + parts[1]);
}
