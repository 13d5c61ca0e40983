// VERDICT: bug
// REPORT: not ordered with
// Numbers get into a stream's buffer through a locale, whose code is in the shared library.
#include <sstream>
#include <thread>

std::ostringstream out;

int main() {
  std::thread t([] { out << 12; });
  out << 34;
  t.join();
}
