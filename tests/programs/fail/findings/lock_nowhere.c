// VERDICT: bug:crash
// REPORT: a pointer that is no address
// A pointer to a lock that was never set.
#include <pthread.h>

static pthread_mutex_t* find(int which) {
  pthread_mutex_t* lock;
  static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
  if (which == 1) lock = &first;
  return lock;
}

static void* run(void* p) {
  pthread_mutex_lock(find(p != 0));
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
