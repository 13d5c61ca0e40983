// VERDICT: verified
// EXECUTIONS: mcr=1 dpor=1
// RUN:
// RUN: --engine dpor -O0
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cout << "hello " << 12 << std::endl; });
  std::cout << "world " << 3.5 << '\n';
  std::cerr << true;
  t.join();
}
