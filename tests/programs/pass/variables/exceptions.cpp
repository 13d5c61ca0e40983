// Frames that are left by exceptions, some of them in places that other functions use afterwards.
// VERDICT: verified
// RUN: -O0
// RUN: -O1
// RUN: -O2
#include <cassert>
#include <stdexcept>
#include <thread>
static thread_local int sum;
struct Guard {
  int& n;
  explicit Guard(int& to) : n(to) { ++n; }
  ~Guard() { --n; }
};
[[gnu::noinline]] static int deep(int n, int* out) {
  int here[6] = {n};
  char name[] = "frame ? of those that are left in a hurry";
  name[6] = static_cast<char>('0' + n);
  Guard guard(sum);
  if (n == 0) throw std::runtime_error(name);
  const int below = deep(n - 1, here);
  *out = here[0] + below;
  return *out;
}
[[gnu::noinline]] static int other(int n) {
  int a[8] = {n, n}, b = 0;
  for (int& x : a) b += x;
  int* volatile p = a;
  return p[0] + b;
}
static void run() {
  for (int i = 0; i < 3; ++i) {
    int out = 0;
    try {
      deep(i + 1, &out);
      assert(false);
    } catch (const std::exception& e) {
      assert(e.what()[0] == 'f');
    }
    assert(other(i) == 3 * i);
  }
}
int main() {
  std::thread t(run);
  run();
  t.join();
  assert(sum == 0);
}
