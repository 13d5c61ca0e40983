// Servers whose loops are left by nothing but errors, which the C++ library throws: going round is no attempt to get out.
// VERDICT: verified
// RUN: --engine explicit
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static std::recursive_mutex mutex;
static int value, inside;

static void serve() {
  while (true) {
    std::call_once(once, [] { value = 5; });
    assert(value == 5);
    std::lock_guard outer(mutex);
    std::lock_guard inner(mutex);
    assert(++inside == 1);
    --inside;
  }
}

int main() {
  std::thread other(serve);
  serve();
}
