// VERDICT: verified
// RUN: --race=ignore
// RUN: --race=ignore --engine dpor
// std::atomic<std::shared_ptr>, whose lock is a loop around a compare-exchange; its result, a pair, is what the loop carries.
// Races are ignored since libstdc++ unlocks with too weak an order after a load, which is reported otherwise.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Config {
  int a, b;
};

std::atomic<std::shared_ptr<Config>> current = std::make_shared<Config>(1, 1);

int main() {
  std::thread writer([] { current = std::make_shared<Config>(2, 2); });
  const std::shared_ptr<Config> seen = current.load();
  assert(seen->a == seen->b);
  writer.join();
}
