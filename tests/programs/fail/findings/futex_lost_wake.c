// VERDICT: bug:deadlock
// REPORT: futex
// The wake-up comes before the wait, and the value waited for does not change.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static void* run(void* x) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);  // BUG
  pthread_join(t, 0);
  return 0;
}
