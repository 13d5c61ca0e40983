// VERDICT: verified
// jthread joins by itself; a stop request runs the callbacks once.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::atomic<int> called = 0, ended = 0;
  {
    std::jthread t([&](std::stop_token stop) {
      if (!stop.stop_requested()) assert(stop.stop_possible());
      ended = 1;
    });
    std::stop_callback callback(t.get_stop_token(), [&] { called++; });
    assert(t.request_stop());
    assert(!t.request_stop());
  }
  assert(called == 1 && ended == 1);
}
