// VERDICT: bug:race
// The table that all share.
#include <pthread.h>
#include <search.h>
static void* w(void* p) {
  ENTRY e = {p, p};
  hsearch(e, ENTER);
  return 0;
}
int main() {
  hcreate(10);
  pthread_t t, u;
  pthread_create(&t, 0, w, "a");
  pthread_create(&u, 0, w, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  hdestroy();
}
