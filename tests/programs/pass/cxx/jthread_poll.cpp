// VERDICT: verified
// A jthread that polls its stop token ends when it goes out of scope.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<bool> ended = false;
  {
    std::jthread t([&](std::stop_token stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      ended = true;
    });
  }
  assert(ended);
}
