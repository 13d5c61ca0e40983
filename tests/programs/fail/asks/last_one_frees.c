// VERDICT: bug:race
// A count that is taken down without releasing: who comes last frees what the other may still be said to use.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Shared {
  atomic_int users;
  int data[2];
};

static void leave(struct Shared* s) {
  if (atomic_fetch_sub_explicit(&s->users, 1, memory_order_relaxed) == 1) free(s);  // BUG
}

static void* other(void* p) {
  struct Shared* s = p;
  s->data[1] = 2;  // BUG
  leave(s);
  return 0;
}

int main(void) {
  struct Shared* s = malloc(sizeof *s);
  atomic_init(&s->users, 2);
  pthread_t t;
  pthread_create(&t, 0, other, s);
  s->data[0] = 1;
  leave(s);
  pthread_join(t, 0);
  return 0;
}
