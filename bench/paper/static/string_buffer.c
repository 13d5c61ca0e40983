// The length is taken under one lock and used under another: in between the buffer shrinks. Copies are counted.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length = 2, copied, calls;
static void *append(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    int n = length;
    calls = calls + 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(n <= length);
    copied = copied + n;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void *shrink(void *unused) {
  for (int i = 1; i >= 0; i--) {
    pthread_mutex_lock(&lock);
    length = i;
    calls = calls + 1;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, append, 0);
  pthread_create(&b, 0, shrink, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return copied;
}
