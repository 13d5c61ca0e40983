// VERDICT: verified
// std::atomic of integers, pointers, floating point, bool, enum and small structs; atomic_ref; fences.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

enum class Colour { red, green };
struct Point {
  int x, y;
  bool operator==(const Point&) const = default;
};

int main() {
  std::atomic<int> i{0};
  std::atomic<Point> p{Point{0, 0}};
  std::atomic<double> d{0.5};
  std::atomic<Colour> colour{Colour::red};
  std::atomic<bool> flag{false};
  int array[4] = {};
  std::atomic<int*> pointer{array};
  int plain = 0;
  auto work = [&] {
    i.fetch_add(2, std::memory_order_relaxed);
    p.store(Point{3, 3}, std::memory_order_release);
    std::atomic_ref(plain).fetch_add(1);
  };
  std::thread t(work);
  Point seen = p.load(std::memory_order_acquire);
  assert(seen.x == seen.y);
  std::atomic_ref(plain)++;
  t.join();
  assert(i == 2 && plain == 2);
  d += 1.5;
  assert(d.load() == 2.0);
  assert(pointer++ == array && pointer.load() == array + 1);
  Point expected{3, 3};
  assert(p.compare_exchange_strong(expected, Point{1, 1}) && p.load() == (Point{1, 1}));
  assert(colour.exchange(Colour::green) == Colour::red);
  assert(!flag.exchange(true) && flag);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  assert(i.is_lock_free() && std::atomic<int>::is_always_lock_free);
}
