// VERDICT: bug:race
// RUN: -O0
// RUN: -O1
// RUN: -O2
// RUN: -O3
// RUN: -O2 -DPLAIN
// Two threads write what nobody reads: a race, though an optimiser would leave neither the variable nor the writes.
#include <pthread.h>
#include <utility>
static std::pair<int, long> last;
static int count;
static void* run(void* number) {
#ifdef PLAIN
  count = 1;
#else
  last = {1, 2L};
#endif
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  run(nullptr);
  pthread_join(t, nullptr);
}
