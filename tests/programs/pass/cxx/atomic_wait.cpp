// VERDICT: verified
// atomic wait and notify on int, which is a futex itself.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> word{0};
  int data = 0;
  std::thread t([&] {
    word.wait(0);
    assert(word == 1 && data == 1);
  });
  data = 1;
  word = 1;
  word.notify_one();
  t.join();
}
