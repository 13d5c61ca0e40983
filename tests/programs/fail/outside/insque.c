// VERDICT: bug:race
// Two threads link into one list.
#include <pthread.h>
#include <search.h>
struct n {
  struct n *f, *b;
};
static struct n head, x, y;
static void* w(void* p) {
  insque(p, &head);
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, w, &x);
  pthread_create(&u, 0, w, &y);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
