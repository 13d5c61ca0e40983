// Members that are aligned to cache lines have one name, whoever uses them.
// VERDICT: bug:race
// REPORT: write r.slots_[0] = 1
// REPORT: write r.tail_ = 1 (was 0, relaxed)
// RUN: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
template <class T, int N> class Ring {
  alignas(64) std::atomic<unsigned> head_{0};
  alignas(64) std::atomic<unsigned> tail_{0};
  alignas(64) T slots_[N];
 public:
  bool push(T v) {
    unsigned t = tail_.load(std::memory_order_relaxed);
    if (t - head_.load(std::memory_order_acquire) == N) return false;
    slots_[t % N] = v;
    tail_.store(t + 1, std::memory_order_relaxed);
    return true;
  }
  bool pop(T &v) {
    unsigned h = head_.load(std::memory_order_relaxed);
    if (tail_.load(std::memory_order_acquire) == h) return false;
    v = slots_[h % N];
    head_.store(h + 1, std::memory_order_release);
    return true;
  }
};
int main() {
  Ring<int, 2> r;
  std::thread p([&] { for (int i = 1; i < 3; ++i) r.push(i); });
  int v, got = 0;
  for (int i = 0; i < 3; ++i) if (r.pop(v)) assert(v == ++got);
  p.join();
}
