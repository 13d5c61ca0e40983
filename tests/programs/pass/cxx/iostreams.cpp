// VERDICT: verified
// Streams used by several threads in every execution.
#include <iomanip>
#include <iostream>
#include <string>
#include <thread>
#include <cassert>

int main() {
  std::thread t([] { std::cout << "thread " << std::setw(5) << 3.5 << std::hex << 255 << '\n'; });
  std::cout << "main " << std::string(100, '-') << std::flush;
  t.join();
  std::string word;
  assert(!(std::cin >> word));
}
