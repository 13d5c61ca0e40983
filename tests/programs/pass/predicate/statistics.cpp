// VERDICT: verified
// RUN: --engine dpor --check assertion,deadlock -std=c++20
// EXECUTIONS: dpor=1
// RUN: --engine mcr --check assertion,deadlock -std=c++20
// EXECUTIONS: mcr=1
// A class that counts what happens to it, and an assertion about something else.
#include <atomic>
#include <cassert>
#include <thread>

struct Counted {
  std::atomic<int> hits{0}, misses{0};
  int limit = 3;
  void look(int key) {
    if (key < limit) hits = hits + misses;
    else misses = misses + hits + 1;
    assert(limit == 3);
  }
};

static Counted counted;

int main() {
  std::thread a([] { for (int i = 0; i < 3; ++i) counted.look(i); });
  std::thread b([] { for (int i = 2; i < 5; ++i) counted.look(i); });
  a.join();
  b.join();
}
