// VERDICT: bug:race
// That a lock could not be taken shows that somebody came before, and orders nothing (C11 7.26.4.5): the accesses never stand side by side.
#include <pthread.h>

static int data;
static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;

static void* writer(void* x) {
  data = 1;  // BUG
  pthread_mutex_lock(&busy);
  pthread_mutex_unlock(&busy);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (pthread_mutex_trylock(&busy) == 0) pthread_mutex_unlock(&busy);
  else data = 2;  // BUG
  pthread_join(t, 0);
  return 0;
}
