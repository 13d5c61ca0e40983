// VERDICT: verified
// Exceptions thrown and caught in threads with switches in between, nested, rethrown, and across by exception_ptr.
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> x;
struct Guard {
  explicit Guard(int& c) : count(c) {}
  ~Guard() { count++, x++; }
  int& count;
};
static void thrower(int depth, int& unwound) {
  Guard g(unwound);
  if (depth == 0) throw std::runtime_error("deep " + std::to_string(depth));
  thrower(depth - 1, unwound);
}
static void run() {
  int unwound = 0;
  try {
    try {
      thrower(1, unwound);
    } catch (const std::runtime_error& e) {
      x++;
      assert(std::string(e.what()) == "deep 0" && std::uncaught_exceptions() == 0);
      throw;
    }
  } catch (const std::exception&) {
    try {
      throw 5;
    } catch (int n) {
      assert(n == 5);
    }
  }
  assert(unwound == 2);
}

int main() {
  std::exception_ptr carried;
  std::thread t([&] {
    run();
    try {
      throw std::logic_error("carried");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  run();
  t.join();
  try {
    std::rethrow_exception(carried);
  } catch (const std::logic_error& e) {
    assert(std::string(e.what()) == "carried");
  }
  assert(x == 6);
}
