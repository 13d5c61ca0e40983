// LIBRARY: cthreadpool-dev | thpool_destroy
// VERDICT: bug:use-after-free
// NEEDS: cthreadpool/thpool.h /usr/share/cthreadpool/thpool.c
// RUN: --race=ignore /usr/share/cthreadpool/thpool.c -I/usr/include/cthreadpool
// The last worker counts itself out and then unlocks the mutex of the pool; thpool_destroy only waits for the count.
#include <assert.h>
#include <thpool.h>

static int done;
static void job(void* x) { __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST); }

int main(void) {
  threadpool pool = thpool_init(1);
  thpool_add_work(pool, job, 0);
  thpool_wait(pool);
  assert(done == 1);
  thpool_destroy(pool);
  return 0;
}
