// VERDICT: bug:assertion
// RUN: --engine dfs
// RUN: --engine dpor
// RUN: --engine optimal
// RUN: --engine mcr
// As shared_ptr_store.cpp, the other way round.
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
  std::thread a([] { std::atomic_store(&shared, std::make_shared<int>(2)); });
  std::thread b([] { assert(*std::atomic_load(&shared) == 2); });  // BUG
  a.join();
  b.join();
}
