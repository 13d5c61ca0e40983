// VERDICT: verified
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(1);
  int data = 0;
  std::thread t([&] {
    data = 1;
    done.count_down();
  });
  done.wait();
  assert(data == 1 && done.try_wait());
  t.join();
}
