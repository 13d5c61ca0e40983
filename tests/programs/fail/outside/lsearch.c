// VERDICT: bug:race
// Two threads add to one list.
#include <pthread.h>
#include <search.h>
static int a[8];
static size_t n;
static int cmp(const void* x, const void* y) { return *(int*)x - *(int*)y; }
static void* w(void* p) {
  int k = (int)(long)p;
  lsearch(&k, a, &n, sizeof(int), cmp);
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, w, (void*)3);
  pthread_create(&u, 0, w, (void*)4);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
