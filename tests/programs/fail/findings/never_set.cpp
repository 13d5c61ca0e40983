// A local that only one of its fields was given a value of: what fills the others is no step of the program, and a read says what it found.
// VERDICT: bug:assertion
// RUN: --race=ignore
// REPORT: read r.count, which nobody has set
#include <cassert>
#include <thread>
struct Result {
  int sum;
  int count;
};
int main() {
  Result r;
  r.sum = 0;
  std::thread other([&] { r.sum += 3; });
  const int count = r.count;
  other.join();
  assert(count == 0 && r.sum == 3);
}
