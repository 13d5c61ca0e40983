// VERDICT: verified
// Atomics of sizes without an instruction (3 and 12 bytes) go through libatomic's calls and are one step too.
// RUN: -latomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  char c[3];
} Three;
typedef struct {
  int i[3];
} Twelve;
static _Atomic Three three;
static _Atomic Twelve twelve;

static void* run(void* x) {
  Three t = {{1, 1, 1}};
  atomic_store(&three, t);
  Twelve b = {{1, 1, 1}};
  atomic_store(&twelve, b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  Three a = atomic_load(&three);
  assert(a.c[0] == a.c[1] && a.c[1] == a.c[2]);
  Twelve b = atomic_load(&twelve);
  assert(b.i[0] == b.i[2]);
  pthread_join(t, 0);
  return 0;
}
