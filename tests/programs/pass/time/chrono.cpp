// VERDICT: verified
// RUN: --engine dfs
// EXECUTIONS: dfs=1
// std::chrono clocks and this_thread::sleep_for / sleep_until.
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;

int main() {
  auto steady = std::chrono::steady_clock::now();
  auto system = std::chrono::system_clock::now();
  std::thread([] { std::this_thread::sleep_for(48h); }).join();
  assert(std::chrono::steady_clock::now() - steady >= 48h);
  std::this_thread::sleep_until(system + 72h);
  assert(std::chrono::system_clock::now() - system >= 72h);
}
