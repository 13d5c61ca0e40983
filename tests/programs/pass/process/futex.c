// VERDICT: verified
// A mutex made of futex(2) by syscall, as in "Futexes are tricky".
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock;
static int inside;
static long futex(atomic_int* a, int op, int v) { return syscall(SYS_futex, a, op, v, 0, 0, 0); }
static void acquire(void) {
  int c = 0;
  if (atomic_compare_exchange_strong(&lock, &c, 1)) return;
  if (c != 2) c = atomic_exchange(&lock, 2);
  while (c != 0) {
    futex(&lock, FUTEX_WAIT_PRIVATE, 2);
    c = atomic_exchange(&lock, 2);
  }
}
static void release(void) {
  if (atomic_fetch_sub(&lock, 1) != 1) {
    lock = 0;
    futex(&lock, FUTEX_WAKE_PRIVATE, 1);
  }
}
static void* run(void* x) {
  acquire();
  assert(++inside == 1);
  --inside;
  release();
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(futex(&lock, FUTEX_WAIT, 5) == -1 && errno == EAGAIN);
  assert(futex(&lock, FUTEX_WAKE, 5) == 0);
  return 0;
}
