// Two sessions: a row is read and written, the log gets longer, the cache keeps statistics.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int row = 1, locked, log_end, hits, misses, busy;
static void *session(void *unused) {
  busy = busy + 1;
  hits = hits + misses;
  if (!atomic_exchange(&locked, 1)) {
    row = row + 1;
    log_end = log_end + row;
    locked = 0;
  }
  misses = misses + 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, session, 0);
  pthread_create(&b, 0, session, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(row >= 1);
}
