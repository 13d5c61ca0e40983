// A structure in one atomic is told field by field.
// VERDICT: bug:assertion
// REPORT: write range = {1, -1}
// RUN: -std=c++20
#include <atomic>
#include <cassert>
#include <thread>
struct Range { int first, count; };
std::atomic<Range> range{Range{0, 0}};
int main() {
  std::thread t([] { range.store(Range{1, -1}); });
  Range r = range.load();
  range.store({r.first + 1, r.count - 1});
  t.join();
  r = range.load();
  assert(r.first == 1 && r.count == -1 && "range");
}
