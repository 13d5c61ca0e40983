// VERDICT: bug:race
// Two threads write while they hold a lock for reading only.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void* reader(void* a) {
  pthread_rwlock_rdlock(&lock);
  shared = 1;  // BUG
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reader, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
