// Giving up is possible between any two steps of the others: here between the two halves of what the other thread does.
// VERDICT: bug:assertion
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex m;
std::condition_variable ready;
int first = 0, second = 0;

int main() {
  std::thread other([] {
    {
      std::lock_guard lock(m);
      first = 1;
    }
    {
      std::lock_guard lock(m);
      second = 1;
    }
    ready.notify_one();
  });
  {
    std::unique_lock lock(m);
    ready.wait_for(lock, 1ms);
    assert(first == second);  // BUG
  }
  other.join();
}
