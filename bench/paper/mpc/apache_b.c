/* Apache's cache object (bug 21287): who lowers the count of users to zero frees it, but looks at the count a second time. */
#include "input.h"
#include <stdlib.h>

struct object {
  atomic_int users;
  atomic_int freed;
};
struct object object = {2, 0};

static void *release(void *unused) {
  if (INPUT(1, 0) == 0) return NULL; /* it was not in the cache */
  object.users--;
  if (object.users == 0) assert(atomic_fetch_add(&object.freed, 1) == 0);
  return NULL;
}

int main(void) {
  pthread_t a = start(release, NULL), b = start(release, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
