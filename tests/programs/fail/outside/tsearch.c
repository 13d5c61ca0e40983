// VERDICT: bug:race
// Two threads add to one tree.
#include <pthread.h>
#include <search.h>
static void* root;
static int cmp(const void* x, const void* y) { return (x > y) - (x < y); }
static void* w(void* p) {
  tsearch(p, &root, cmp);
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, w, (void*)3);
  pthread_create(&u, 0, w, (void*)4);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
