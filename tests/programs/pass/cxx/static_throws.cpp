// VERDICT: verified
// A function-local static whose initialiser throws is initialised again by the next caller.
#include <cassert>
#include <thread>

static int tries;
static int init() {
  if (++tries == 1) throw 1;
  return 9;
}
static int& instance() {
  static int value = init();
  return value;
}
static void use() {
  try {
    assert(instance() == 9);
  } catch (int) {
    assert(instance() == 9);
  }
}

int main() {
  std::thread t(use);
  use();
  t.join();
  assert(tries == 2);
}
