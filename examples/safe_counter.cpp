// Three threads count with an atomic. Nothing can go wrong, and Heddle says so after trying every order.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

std::atomic<int> count{0};

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([] {
      ++count;
      ++count;
    });
  for (auto& t : threads) t.join();
  assert(count == 6);
}
