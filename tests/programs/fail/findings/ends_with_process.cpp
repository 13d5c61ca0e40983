// VERDICT: bug:assertion
// What runs when the process ends: thread-local variables of the thread that ends it, and functions of the loader's list.
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
// RUN: -DWAY=4
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<int> done;
static void look() { assert(done == 0); }  // BUG

struct Looks {
  int used = 0;
  ~Looks() { look(); }
};
#if WAY == 1
__attribute__((destructor)) static void at_the_end() { look(); }
#else
static thread_local Looks local;
#endif
#if WAY == 4
static int before_main = local.used = 1;
#endif

int main() {
  std::thread other([] {
#if WAY == 3
    local.used = 1;
    std::exit(0);
#endif
    done = 1;
  });
#if WAY == 2
  local.used = 1;
#endif
#if WAY == 3
  done = 1;
  other.join();
#else
  other.detach();
#endif
}
