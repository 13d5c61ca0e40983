// The index of the other thread is a field that is still to change: what it will be must not be taken from what it is.
// RUN: --engine dfs --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine dpor --relevance hybrid --race ignore
// VERDICT: bug:assertion
// RUN: --engine icb --relevance seen+hybrid --race ignore
// VERDICT: bug:assertion
#include <assert.h>
#include <pthread.h>
struct work {
  long at;
  int* data;
};
static int data[4];
static struct work second = {3, data};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void put(struct work* w) { w->data[w->at] = 7; }
static void* a(void* p) {
  data[0] = 1;
  int seen = data[0];
  assert(seen == 1);  // BUG
  return p;
}
static void* b(void* p) {
  pthread_mutex_lock(&mutex);
  second.at = 0;
  pthread_mutex_unlock(&mutex);
  put(&second);
  return p;
}
int main() {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
