// VERDICT: verified
// RUN: --engine dfs
// RUN: --engine dpor
// RUN: --engine optimal
// RUN: --engine mcr
// The library's own locks for this are made at their first use; that must not make a difference.
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
  auto use = [] {
    auto copy = std::atomic_load(&shared);
    assert(*copy == 1);
  };
  std::thread a(use), b(use);
  a.join();
  b.join();
  assert(shared.use_count() == 1);
}
