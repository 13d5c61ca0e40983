// VERDICT: bug:race
#include <sstream>
#include <thread>

int n;

int main() {
  std::thread t([] { std::istringstream("42") >> n; });
  const int k = n;
  t.join();
  return k == 42;
}
