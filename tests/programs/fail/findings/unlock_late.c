// VERDICT: bug:use-after-free
// The memory goes while the other thread stands before its unlock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box {
  pthread_mutex_t lock;
  int value;
};
static struct box* box;
static atomic_int done;
static void* run(void* a) {
  pthread_mutex_lock(&box->lock);
  box->value = 1;
  done = 1;
  pthread_mutex_unlock(&box->lock);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  box = calloc(1, sizeof *box);
  pthread_create(&t, 0, run, 0);
  const int early = done;
  if (early) free(box);
  pthread_join(t, 0);
  if (!early) free(box);
  return 0;
}
