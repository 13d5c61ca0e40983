// VERDICT: bug:uncaught-exception
// REPORT: std::out_of_range
#include <stdexcept>
#include <thread>
int main() {
  std::thread t([] { throw std::out_of_range("far"); });  // BUG
  t.join();
}
