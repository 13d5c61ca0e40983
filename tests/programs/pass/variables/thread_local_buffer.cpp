// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <cassert>
#include <cstring>
#include <vector>
#include <thread>
static thread_local char buffer[21];
static thread_local std::vector<int> numbers;
[[gnu::noinline]] static size_t put(char* to, const char* what) {
  std::strcpy(to, what);
  return std::strlen(to);
}
static void run() {
  for (int i = 0; i < 5; ++i) numbers.push_back(i);
  assert(put(buffer, "01234567890123456789") == 20);
  assert(numbers.size() == 5);
}
int main() {
  std::thread t(run);
  run();
  t.join();
}
