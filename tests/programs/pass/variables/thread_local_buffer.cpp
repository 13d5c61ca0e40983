// VERDICT: verified
// RUN: -O0
// RUN: -O2
#include <cassert>
#include <cstring>
#include <string>
#include <thread>
static thread_local char buffer[21];
static thread_local std::string text;
[[gnu::noinline]] static size_t put(char* to, const char* what) {
  std::strcpy(to, what);
  return std::strlen(to);
}
static void run() {
  text = "a text that is longer than twenty";
  assert(put(buffer, "01234567890123456789") == 20);
  assert(text.size() == 33);
}
int main() {
  std::thread t(run);
  run();
  t.join();
}
