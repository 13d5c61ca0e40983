// VERDICT: bug:assertion
// REPORT: not ordered with
#include <cassert>
#include <sstream>
#include <thread>
int number;
int main() {
  std::thread t([] {
    std::wistringstream in(L"25");
    in >> number;
  });
  const int seen = number;
  t.join();
  assert(seen == 0);
}
