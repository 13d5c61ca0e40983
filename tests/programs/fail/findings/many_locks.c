// FALLBACK: the program has more than 64 locks
// VERDICT: bug:deadlock
// More locks than the pool of histories tells apart, and the last two are taken in both orders: another engine takes over.
#include <pthread.h>
enum { kLocks = 66 };
static pthread_mutex_t m[kLocks], all = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* a) {
  const int first = kLocks - (a ? 1 : 2), second = kLocks - (a ? 2 : 1);
  pthread_mutex_lock(&all);
  for (int i = 0; i < kLocks - 2; i++) {
    pthread_mutex_lock(&m[i]);
    pthread_mutex_unlock(&m[i]);
  }
  pthread_mutex_unlock(&all);
  pthread_mutex_lock(&m[first]);
  pthread_mutex_lock(&m[second]);  // BUG
  pthread_mutex_unlock(&m[second]);
  pthread_mutex_unlock(&m[first]);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < kLocks; i++) pthread_mutex_init(&m[i], 0);
  pthread_create(&t[0], 0, run, 0);
  pthread_create(&t[1], 0, run, &all);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
