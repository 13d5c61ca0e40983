// VERDICT: bug:assertion
// REPORT: not ordered with
// RUN:
// RUN: -std=c++17
// RUN: -O0
#include <cassert>
#include <sstream>
#include <string>
#include <thread>

std::string line;

int main() {
  std::thread t([] {
    std::istringstream in("abc\ndef");
    std::getline(in, line);
  });
  const auto k = line.size();
  t.join();
  assert(k == 0);
}
