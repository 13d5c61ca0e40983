// VERDICT: bug:assertion
// RUN: --engine dfs
// RUN: --engine dpor
// RUN: --engine optimal
// RUN: --engine mcr
// The lock behind these functions is in the library's memory: who gets it first is still a choice.
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
  std::thread a([] { std::atomic_store(&shared, std::make_shared<int>(2)); });
  std::thread b([] { assert(*std::atomic_load(&shared) == 1); });  // BUG
  a.join();
  b.join();
}
