// The handlers of the language are state that threads share.
// VERDICT: bug:assertion
// RUN: -DWAY=1
// RUN: -DWAY=2
// RUN: -DWAY=3
#include <cassert>
#include <exception>
#include <ios>
#include <new>
#include <thread>

static void handler() { throw std::bad_alloc(); }

int main() {
  [[maybe_unused]] const int word = std::ios_base::xalloc();
  std::thread asks([&] {
#if WAY == 1
    assert(std::get_new_handler() == nullptr);
#elif WAY == 2
    assert(std::get_terminate() != handler);
#else
    assert(std::ios_base::xalloc() == word + 1);
#endif
  });
  std::thread changes([] {
#if WAY == 1
    std::set_new_handler(handler);
#elif WAY == 2
    std::set_terminate(handler);
#else
    std::ios_base::xalloc();
#endif
  });
  asks.join();
  changes.join();
}
