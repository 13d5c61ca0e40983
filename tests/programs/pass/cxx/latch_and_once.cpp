// VERDICT: verified
// Three threads that wait for each other with an atomic wait, after a call_once and a static with a guard.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Answer {
  int value = 42;
  static Answer& get() {
    static Answer answer;
    return answer;
  }
};

std::once_flag once;
int calls;
std::atomic<int> arrived{0};
thread_local int mine;

void arrive() {
  std::call_once(once, [] { ++calls; });
  mine += Answer::get().value;
  assert(mine == 42);
  if (arrived.fetch_add(1) == 2) {
    arrived.notify_all();
    return;
  }
  for (int seen; (seen = arrived.load()) != 3;) arrived.wait(seen);
}

int main() {
  std::thread a(arrive), b(arrive), c(arrive);
  a.join();
  b.join();
  c.join();
  assert(calls == 1);
}
