// VERDICT: verified
// RUN: --exit-code
// A variable with a name that libstdc++ calls when it prints.
#include <iostream>
#include <mutex>
#include <thread>

int writev;
std::mutex m;

int main() {
  auto count = [] {
    std::lock_guard hold(m);
    writev++;
  };
  std::thread t(count);
  count();
  t.join();
  std::cout << writev << std::endl;
  return writev == 2 ? 0 : 1;
}
