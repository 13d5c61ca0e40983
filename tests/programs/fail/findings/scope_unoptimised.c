// A local ends with its block, at -O0 too.
// VERDICT: bug:use-after-scope
// RUN: -O0
// RUN: -O1
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* shown;

static void* look(void* none) {
  (void)none;
  pthread_mutex_lock(&lock);
  if (shown) assert(*shown == 3);  // BUG
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  {
    int local = 3;
    pthread_mutex_lock(&lock);
    shown = &local;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, NULL);
}
