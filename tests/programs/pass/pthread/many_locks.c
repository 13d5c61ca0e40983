// FALLBACK: the program has more than 64 locks
// VERDICT: verified
// More locks than the pool of histories tells apart: another engine takes over.
#include <assert.h>
#include <pthread.h>
enum { kLocks = 66 };
static pthread_mutex_t m[kLocks], all = PTHREAD_MUTEX_INITIALIZER;
static int count[kLocks];
static void* run(void* a) {
  pthread_mutex_lock(&all);
  for (int i = 0; i < kLocks; i++) {
    pthread_mutex_lock(&m[i]);
    count[i]++;
    pthread_mutex_unlock(&m[i]);
  }
  pthread_mutex_unlock(&all);
  return 0;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < kLocks; i++) pthread_mutex_init(&m[i], 0);
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(count[kLocks - 1] == 2);
  return 0;
}
