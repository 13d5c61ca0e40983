// VERDICT: verified
// mutex, recursive_mutex, scoped_lock of two, unique_lock in all its ways.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static std::recursive_mutex r;
static int n;
static void both() {
  std::scoped_lock hold(a, b);
  n++;
}

int main() {
  std::thread t(both);
  both();
  t.join();
  assert(n == 2);
  {
    std::unique_lock one(a, std::defer_lock), two(b, std::defer_lock);
    std::lock(one, two);
    assert(one.owns_lock() && two.owns_lock());
    one.unlock();
    one.lock();
    std::unique_lock moved = std::move(two);
    assert(!two.owns_lock() && moved.owns_lock());
    std::unique_lock tried(r, std::try_to_lock);
    assert(tried.owns_lock());
    std::lock_guard again(r);
  }
  a.lock();
  std::unique_lock adopted(a, std::adopt_lock);
  assert(std::try_lock(b, r) == -1);
  b.unlock();
  r.unlock();
}
