/* The paper's figure 8, where strategy 1 misses the path to the error: what the first thread writes is seen only by who goes its second
   way, and the first run goes the other. */
#include "input.h"

int x;

static void *first(void *unused) {
  if (INPUT(-1, 1) >= 0) { /* the paper's i > 0; a first run has 0 for each input */
    x = 1;
  } else {
    if (INPUT(1, 0) > 0) x = 2;
    else x = 3;
  }
  return NULL;
}

static void *second(void *unused) {
  if (x == 2) assert(!"error");
  return NULL;
}

int main(void) {
  pthread_t threads[] = {start(first, NULL), start(second, NULL)};
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
