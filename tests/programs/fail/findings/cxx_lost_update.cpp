// VERDICT: bug:assertion
#include <cassert>
#include <thread>
#include <vector>
int main() {
  int n = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([&] { n++; });
  for (auto& t : threads) t.join();
  assert(n == 2);  // BUG
}
