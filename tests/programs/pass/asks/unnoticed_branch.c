// VERDICT: verified
// What the branches decide is written to places that nobody reads: it is not asked which way they go. Beside it, a locked counter.
// EXECUTIONS: mcr=1
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;
static _Atomic short level;
static _Atomic float part;
atomic_int last;  // not static: the program is this file
static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* p) {
  for (int i = 0; i < 3; i++) {
    int h = hits;
    if (h & 1) level = (short)h;
    if (h > 2) {
      part = 0.5f;
      if (h == 4) level = 7;
      else last = h + 1;
    }
    hits = h + 1;
    pthread_mutex_lock(&lock);
    balance++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(balance == 6);
}
