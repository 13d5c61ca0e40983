// VERDICT: verified
// Streams used by several threads in every execution.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

int main() {
  std::thread t([] {
    std::ostringstream text;  // to change the format of std::cout while others print would be a race
    text << "thread " << std::setw(5) << 3.5 << std::hex << 255;
    std::cout << text.str() << '\n';
  });
  std::cout << "main " << std::string(100, '-') << std::flush;
  t.join();
  std::string word;
  assert(!(std::cin >> word));
}
