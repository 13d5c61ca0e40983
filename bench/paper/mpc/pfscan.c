/* pfscan, a search in files by workers: the number of matches is kept without a lock, and how many there are is an input. */
#include "input.h"
#ifndef FILES
#define FILES 2
#endif

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int next_file;
atomic_int matches, found[FILES];

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    const int mine = next_file < FILES ? next_file++ : -1;
    pthread_mutex_unlock(&lock);
    if (mine < 0) return NULL;
    if (found[mine]) {
      const int before = matches;
      matches = before + 1;
    }
  }
}

int main(void) {
  int all = 0;
  for (int i = 0; i < FILES; i++) {
    const int has = INPUT(1, 0) > 0;
    found[i] = has;
    all += has;
  }
  pthread_t a = start(worker, NULL), b = start(worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(matches == all);
}
