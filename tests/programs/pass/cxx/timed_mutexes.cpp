// FALLBACK: the model does not say what an event does
// VERDICT: verified
// timed_mutex, recursive_timed_mutex and shared_timed_mutex give up in virtual time.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
using namespace std::chrono_literals;

int main() {
  std::timed_mutex t;
  std::recursive_timed_mutex r;
  std::shared_timed_mutex s;
  t.lock();
  s.lock_shared();
  assert(r.try_lock_for(1h) && r.try_lock_until(std::chrono::steady_clock::now() + 1h));
  std::thread other([&] {
    assert(!t.try_lock_for(1h));
    assert(!t.try_lock_until(std::chrono::system_clock::now() + 24h));
    assert(!r.try_lock_for(10min));
    assert(!s.try_lock_for(1h));
    assert(s.try_lock_shared_for(1h));
    s.unlock_shared();
  });
  other.join();
  t.unlock();
  s.unlock_shared();
  r.unlock();
  r.unlock();
  std::unique_lock hold(t, 5s);
  assert(hold.owns_lock());
}
