// LIBRARY: libck-dev | ck_pr, atomic operations
// VERDICT: verified
// NEEDS: ck_pr.h
// RUN: --race=ignore
// Loads and stores of Concurrency Kit are volatile, which the language does not call atomic.
#include <assert.h>
#include <ck_pr.h>
#include <pthread.h>

static unsigned n;
static int flag;
static void* run(void* x) {
  ck_pr_inc_uint(&n);
  ck_pr_fence_store();
  ck_pr_faa_uint(&n, 2);
  ck_pr_store_int(&flag, 1);
  ck_pr_stall();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  ck_pr_add_uint(&n, 4);
  if (ck_pr_load_int(&flag)) assert(ck_pr_load_uint(&n) == 7);
  pthread_join(t, 0);
  assert(ck_pr_load_uint(&n) == 7 && ck_pr_cas_uint(&n, 7, 8));
  return 0;
}
