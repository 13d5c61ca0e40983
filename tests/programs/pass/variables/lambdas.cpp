// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <atomic>
#include <cassert>
#include <future>
#include <cstring>
#include <thread>
#include <vector>
int main() {
  int parts[2] = {0, 0};
  std::atomic<int> count{0};
  char text[] = "some text on the stack";
  {
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
      threads.emplace_back([&, i] {
        parts[i] = static_cast<int>(std::strlen(text));
        ++count;
      });
    for (auto& t : threads) t.join();
  }
  assert(parts[0] == parts[1] && count == 2);
  const int base = 4;
  auto later = std::async(std::launch::async, [&base] { return base + 1; });
  assert(later.get() == 5);
}
