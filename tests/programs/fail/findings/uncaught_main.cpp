// VERDICT: bug:uncaught-exception
// REPORT: std::runtime_error
// REPORT: went wrong
#include <stdexcept>
#include <thread>
static int x;
int main() {
  std::jthread t([] { x = 1; });
  if (x == 1) throw std::runtime_error("went wrong");  // BUG
}
