// VERDICT: verified
// call_once runs once; a call that throws does not count.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int tries, done;
static void once() {
  if (++tries == 1) throw std::runtime_error("first");
  done++;
}
static void run() {
  try {
    std::call_once(flag, once);
  } catch (const std::runtime_error&) {
    std::call_once(flag, once);
  }
  assert(done == 1);
}

int main() {
  std::thread t(run);
  run();
  t.join();
  assert(tries == 2);
}
