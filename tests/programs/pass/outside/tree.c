// VERDICT: verified
// A tree that is added to, walked and emptied under a lock.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdint.h>
static void* root;
static int visited, freed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int compare(const void* a, const void* b) { return (a > b) - (a < b); }
static void visit(const void* node, VISIT when, int depth) {
  static intptr_t last;
  if (when != postorder && when != leaf) return;
  const intptr_t key = *(const intptr_t*)node;
  assert(key > last);
  last = key;
  ++visited;
}
static void count(void* key) { ++freed; }
static void* run(void* a) {
  const intptr_t first = (intptr_t)a;
  pthread_mutex_lock(&m);
  for (intptr_t i = 0; i < 3; ++i) tsearch((void*)(first + 2 * i), &root, compare);
  assert(tfind((void*)(first + 2), &root, compare) != 0);
  assert(tdelete((void*)(first + 2), &root, compare) != 0);
  assert(tdelete((void*)(first + 2), &root, compare) == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, (void*)1);
  pthread_create(&u, 0, run, (void*)2);
  pthread_join(t, 0);
  pthread_join(u, 0);
  twalk(root, visit);
  assert(visited == 4);
  tdestroy(root, count);
  assert(freed == 4);
}
