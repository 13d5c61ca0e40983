// VERDICT: bug:race
// RUN: -O0
// RUN: -O2
// The text of an error is written by a virtual function of the library's, and handed on without any order.
#include <atomic>
#include <string>
#include <system_error>
#include <thread>

std::atomic<std::string*> handed{nullptr};

int main() {
  std::thread t([] {
    if (const std::string* text = handed.load(std::memory_order_relaxed)) (void)text->at(20);
  });
  handed.store(new std::string(std::generic_category().message(ENOENT)), std::memory_order_relaxed);
  t.join();
  delete handed.load();
}
