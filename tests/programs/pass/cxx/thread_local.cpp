// VERDICT: verified
// thread_local objects with constructors and destructors: once per thread that uses them, destroyed at its end.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static std::atomic<int> alive, made;
struct Counter {
  Counter() { alive++, made++; }
  ~Counter() { alive--; }
  int n = 0;
};
static thread_local Counter counter;
static thread_local std::string text = "start";
static int next() {
  static thread_local Counter inner;
  return ++inner.n;
}

int main() {
  std::thread t([] {
    assert(++counter.n == 1 && next() == 1 && next() == 2);
    text += " longer than the small string buffer";
  });
  t.join();
  assert(alive == 0 && made == 2);
  assert(text == "start" && next() == 1);
  std::thread([] {}).join();
  assert(made == 4);
}
