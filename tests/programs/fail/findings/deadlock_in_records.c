// VERDICT: bug:deadlock
// REPORT: lock pairs[1].right.lock
// REPORT: holds m[2] since
#include <pthread.h>

static pthread_mutex_t m[3];
static struct {
  struct {
    pthread_mutex_t lock;
    int value;
  } left, right;
} pairs[2];

static void* run(void* a) {
  pthread_mutex_lock(&m[2]);
  pthread_mutex_lock(&pairs[1].right.lock);  // BUG
  pairs[1].right.value++;
  pthread_mutex_unlock(&pairs[1].right.lock);
  pthread_mutex_unlock(&m[2]);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&pairs[1].right.lock);
  pthread_mutex_lock(&m[2]);  // BUG
  pthread_mutex_unlock(&m[2]);
  pthread_mutex_unlock(&pairs[1].right.lock);
  pthread_join(t, 0);
  return 0;
}
