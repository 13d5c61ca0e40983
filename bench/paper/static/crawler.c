// Workers take pages off a list; what they fetched is added up without looking at it.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next, pages, bytes, depth;
static void *worker(void *unused) {
  int page = atomic_fetch_add(&next, 1);
  if (page < 3) {
    bytes = bytes + 100 * page;
    pages = pages + 1;
    depth = depth + pages;
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
