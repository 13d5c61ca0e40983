// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
// One thread takes the locks one by one, in the opposite order: std::lock gives back what it has, and nobody is stuck.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int n;

int main() {
  std::thread t([] {
    std::scoped_lock hold(a, b);
    n++;
  });
  {
    std::lock_guard first(b);
    std::lock_guard second(a);
    n++;
  }
  t.join();
  assert(n == 2);
}
