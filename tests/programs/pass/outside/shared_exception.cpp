// VERDICT: verified
// RUN:
// RUN: -O0
// Both sides rethrow and look at one exception; who is last gives it back.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>

int main() {
  auto p = std::make_exception_ptr(std::runtime_error("one"));
  const auto look = [](std::exception_ptr q) {
    try {
      std::rethrow_exception(q);
    } catch (const std::runtime_error& e) {
      assert(e.what()[0] == 'o');
    }
  };
  std::thread t(look, p);
  look(p);
  p = nullptr;
  t.join();
}
