// VERDICT: verified
// A worker does the same again and again, under locks that nobody else has taken yet, until it is told to stop: the other thread must get
// to run though no step of the worker is known to be shared.
// RUN:
// EXECUTIONS: mcr=4
// RUN: --engine dpor
// RUN: --engine dfs
#include <pthread.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER, bench = PTHREAD_MUTEX_INITIALIZER;
static int open_for_work = 1, piece;

static void* worker(void* unused) {
  for (;;) {
    pthread_mutex_lock(&order);
    int more = open_for_work;
    pthread_mutex_unlock(&order);
    if (!more) return 0;
    pthread_mutex_lock(&bench);
    piece = 3;
    pthread_mutex_unlock(&bench);
  }
}

static void* owner(void* unused) {
  pthread_mutex_lock(&order);
  open_for_work = 0;
  pthread_mutex_unlock(&order);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, owner, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
