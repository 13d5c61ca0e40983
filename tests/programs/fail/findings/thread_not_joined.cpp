// VERDICT: bug:uncaught-exception
// REPORT: terminate
// A std::thread destroyed while joinable.
#include <thread>
int main() {
  std::thread t([] {});
}
