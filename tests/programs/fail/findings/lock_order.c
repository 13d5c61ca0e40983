// VERDICT: bug:deadlock
// REPORT: held by main.0
// REPORT: held by main.1
// REPORT: held by main.1 since
// REPORT: #0 second
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* first(void* x) {
  pthread_mutex_lock(&a);
  n++;
  pthread_mutex_lock(&b);  // BUG
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}
static void* second(void* x) {
  pthread_mutex_lock(&b);

  pthread_mutex_lock(&a);  // BUG
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
