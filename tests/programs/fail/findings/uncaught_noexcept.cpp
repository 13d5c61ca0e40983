// VERDICT: bug:uncaught-exception
// REPORT: int
#include <thread>
static void risky(int n) {
  if (n) throw n;  // BUG
}
static void never() noexcept { risky(4); }  // BUG
int main() {
  try {
    std::thread t(never);
    t.join();
  } catch (...) {
  }
}
