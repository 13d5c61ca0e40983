// VERDICT: verified
// Atomics of sizes without an instruction (3, 12, 24 bytes) go through libatomic's calls and are one step too.
// RUN: -latomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  char c[3];
} Three;
typedef struct {
  int i[6];
} Big;
static _Atomic Three three;
static _Atomic Big big;

static void* run(void* x) {
  Three t = {{1, 1, 1}};
  atomic_store(&three, t);
  Big b = {{1, 1, 1, 1, 1, 1}};
  atomic_store(&big, b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  Three a = atomic_load(&three);
  assert(a.c[0] == a.c[1] && a.c[1] == a.c[2]);
  Big b = atomic_load(&big);
  assert(b.i[0] == b.i[5]);
  pthread_join(t, 0);
  return 0;
}
