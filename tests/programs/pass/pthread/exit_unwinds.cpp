// VERDICT: verified
// pthread_exit runs the destructors of the frames it leaves, and catch (...) sees it pass when it rethrows.
#include <pthread.h>

#include <cassert>

static int destroyed, caught;
struct Guard {
  ~Guard() { ++destroyed; }
};

static void deeper() {
  Guard g;
  pthread_exit(reinterpret_cast<void*>(7));
}

static void* run(void*) {
  Guard g;
  try {
    deeper();
  } catch (...) {
    ++caught;
    throw;
  }
  return nullptr;
}

int main() {
  pthread_t t;
  void* result;
  pthread_create(&t, nullptr, run, nullptr);
  pthread_join(t, &result);
  assert(result == reinterpret_cast<void*>(7));
  assert(destroyed == 2 && caught == 1);
}
