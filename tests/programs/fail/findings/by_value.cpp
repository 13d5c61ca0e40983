// VERDICT: bug:assertion
// RUN: -O0
// RUN: -O1
// RUN: -O3
// A struct passed by value is copied while another thread writes it: a race, and the assertion can fail.
#include <cassert>
#include <mutex>
#include <thread>
struct Config { long a[8]; };
Config g;
std::mutex m;
__attribute__((noinline)) long use(Config c) { return c.a[0]; }
int main() {
  std::thread t([] { std::lock_guard<std::mutex> l(m); g.a[0] = 1; });
  long k = use(g);
  t.join();
  assert(k == 0);
}
