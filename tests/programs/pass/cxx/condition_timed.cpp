// VERDICT: verified
// wait_for and wait_until, signalled or not; condition_variable_any with a shared lock.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
using namespace std::chrono_literals;

int main() {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::thread t([&] {
    std::lock_guard hold(m);
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock hold(m);
    bool got = c.wait_for(hold, 1h, [&] { return ready; });
    assert(got == ready);
  }
  t.join();
  std::unique_lock hold(m);
  assert(c.wait_for(hold, 10s) == std::cv_status::timeout);
  assert(c.wait_until(hold, std::chrono::system_clock::now() + 1h) == std::cv_status::timeout);
  std::shared_mutex s;
  std::condition_variable_any any;
  std::shared_lock shared(s);
  assert(any.wait_for(shared, 1h) == std::cv_status::timeout);
}
