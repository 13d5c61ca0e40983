// VERDICT: bug:null-dereference
#include <pthread.h>
struct Node { int a, b; };
static struct Node node, *shared = &node;
static void* run(void* a) {
  shared = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int v = shared->b;  // BUG
  pthread_join(t, 0);
  return v;
}
