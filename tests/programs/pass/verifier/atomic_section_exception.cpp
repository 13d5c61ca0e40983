// VERDICT: verified
// RUN: --engine dfs
// An atomic section that is left by a return in its middle or by an exception is over: the other thread gets its turn.
#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> ready;
extern "C" int __VERIFIER_atomic_leave(int how) {
  if (how == 1) return 1;
  if (how == 2) throw 2;
  return 0;
}
static void* run(void*) {
  ready = 1;
  return nullptr;
}

int main() {
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  try {
    __VERIFIER_atomic_leave(1);
    __VERIFIER_atomic_leave(2);
  } catch (int) {
  }
  while (!ready) {
  }
  pthread_join(t, nullptr);
}
