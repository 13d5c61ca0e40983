// LIBRARY: cthreadpool-dev | two thread pools
// VERDICT: bug:deadlock
// NEEDS: cthreadpool/thpool.h /usr/share/cthreadpool/thpool.c
// RUN: --race=ignore /usr/share/cthreadpool/thpool.c -I/usr/include/cthreadpool
// The flag that lets the workers live is one for all pools: with one pool, the workers of the other end too.
#include <assert.h>
#include <thpool.h>

static int done;
static void job(void* x) { __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST); }

int main(void) {
  threadpool first = thpool_init(1), second = thpool_init(1);
  thpool_destroy(first);
  thpool_add_work(second, job, 0);
  thpool_wait(second);
  assert(done == 1);
  return 0;
}
