// VERDICT: bug:use-after-free
// The last user frees an object while another still unlocks the mutex inside it.
#include <pthread.h>
#include <stdlib.h>
struct Object {
  pthread_mutex_t m;
  int users;
};
static void* release(void* x) {
  struct Object* o = x;
  pthread_mutex_lock(&o->m);
  int left = --o->users;
  if (left == 0) {
    pthread_mutex_unlock(&o->m);
    free(o);
    return 0;
  }
  pthread_mutex_unlock(&o->m);
  pthread_mutex_lock(&o->m);  // BUG
  pthread_mutex_unlock(&o->m);  // BUG
  return 0;
}
int main(void) {
  pthread_t t;
  struct Object* o = calloc(1, sizeof *o);
  pthread_mutex_init(&o->m, 0);
  o->users = 2;
  pthread_create(&t, 0, release, o);
  release(o);
  pthread_join(t, 0);
  return 0;
}
