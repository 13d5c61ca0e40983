// VERDICT: bug:race
// A std::function is called while another thread assigns to it a lambda inside a lambda.
#include <functional>
#include <thread>

std::function<int()> answer = [] { return 1; };

int main() {
  std::thread writer([] { answer = [] { return 2; }; });
  const int got = answer();
  writer.join();
  return got == 0;
}
