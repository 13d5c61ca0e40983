// VERDICT: verified
// async in both launch modes, with a result and with an exception.
#include <cassert>
#include <future>
#include <stdexcept>

static int square(int n) { return n * n; }

int main() {
  std::future<int> a = std::async(std::launch::async, square, 6);
  std::future<int> b = std::async(std::launch::deferred, square, 7);
  assert(a.get() == 36 && b.get() == 49);
  auto bad = std::async(std::launch::async, []() -> int { throw std::out_of_range("far"); });
  bool caught = false;
  try {
    bad.get();
  } catch (const std::out_of_range&) {
    caught = true;
  }
  assert(caught);
}
