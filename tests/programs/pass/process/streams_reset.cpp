// VERDICT: verified
// RUN: --engine dfs
// The streams of C++ and the global locale.
#include <cassert>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <string>
#include <thread>
#include <atomic>
static std::atomic<int> x;
int main() {
  assert(std::cout.good() && (std::cout.flags() & std::ios::dec) && std::cin.good());
  assert(std::locale().name() == "C");
  std::cout << std::hex << std::setprecision(3);
  std::cout.setstate(std::ios::failbit);
  std::string word;
  std::cin >> word;
  assert(std::cin.eof());
  std::locale::global(std::locale("C.UTF-8"));
  std::ifstream in("/etc/passwd");
  assert(std::getline(in, word) && word.size() > 3);
  std::thread t([] { x++; });
  int seen = x;
  (void)seen;
  t.join();
}
