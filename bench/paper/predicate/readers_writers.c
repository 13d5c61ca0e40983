// A lock for readers and writers made of a mutex and a counter. What is read is only added up.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t readers_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static atomic_int data, seen;
static void *reader(void *unused) {
  pthread_mutex_lock(&readers_lock);
  int now = ++readers;
  pthread_mutex_unlock(&readers_lock);
  assert(now >= 1 && now <= 2);
  seen = seen + data;
  pthread_mutex_lock(&readers_lock);
  readers--;
  pthread_mutex_unlock(&readers_lock);
  return 0;
}
static void *writer(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&data_lock);
    data = data + 1;
    pthread_mutex_unlock(&data_lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
