// VERDICT: bug:race
// RUN: -std=c++17
// RUN: -std=c++17 -O0
// Before C++20 the functions of a string are in the shared library.
#include <string>
#include <thread>

std::string s;

int main() {
  std::thread t([] { s.append("abc"); });
  s.push_back('d');
  t.join();
}
