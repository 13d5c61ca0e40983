// VERDICT: bug:race
// Printing at the same time is allowed; changing how numbers are printed is not.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << std::hex; });
  std::cout << 255;
  t.join();
}
