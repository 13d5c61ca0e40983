// VERDICT: verified
// Inputs with bounds; loops go as often as the input says.
#include <cassert>
#include <thread>
#include <atomic>
#include <heddle/input.hpp>
std::atomic<int> sum;
int main() {
  const int n = heddle::input<int>("n", 0, 3);
  std::thread t([n] {
    for (int i = 0; i < n; ++i) ++sum;
  });
  const bool twice = heddle::input<bool>("twice");
  sum += twice ? 2 * n : n;
  t.join();
  assert(sum == (twice ? 3 * n : 2 * n));
}
