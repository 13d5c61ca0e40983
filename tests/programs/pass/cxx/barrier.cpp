// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// barrier with a completion function; too many interleavings for dfs.
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int rounds = 0;
  int value[2] = {};
  auto completion = [&]() noexcept { rounds++; };
  std::barrier b(2, completion);
  auto work = [&](int me) {
    value[me] = 1;
    b.arrive_and_wait();
    assert(value[0] == 1 && value[1] == 1 && rounds == 1);
    b.arrive_and_wait();
    b.arrive_and_drop();
  };
  std::thread t(work, 1);
  work(0);
  t.join();
  assert(rounds == 3);
}
