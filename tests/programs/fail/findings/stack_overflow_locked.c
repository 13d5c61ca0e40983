// VERDICT: bug:crash
// REPORT: stack overflow
// A recursion without an end that takes a lock at every level.
#include <pthread.h>

static pthread_mutex_t m;

static int deeper(int n) {  // BUG: its frame, or that of the lock
  char room[4000];
  room[n % 4000] = 0;
  __asm__("" : : "r"(room));
  pthread_mutex_lock(&m);  // BUG
  const int r = deeper(n + 1) + n;
  pthread_mutex_unlock(&m);
  return r + room[0];
}

static void* run(void* a) { return (void*)(long)deeper(0); }

int main(void) {
  pthread_t t;
  pthread_mutexattr_t again;
  pthread_mutexattr_init(&again);
  pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &again);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
