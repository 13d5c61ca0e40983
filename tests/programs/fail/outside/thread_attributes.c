// VERDICT: bug:race
// pthread_create reads the attributes.
#include <pthread.h>
static pthread_attr_t attributes;
static void* nothing(void* p) { return p; }
static void* run(void* p) {
  pthread_attr_setstacksize(&attributes, 1 << 20);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_attr_init(&attributes);
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, &attributes, nothing, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
