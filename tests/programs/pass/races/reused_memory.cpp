// VERDICT: verified
// A block that another thread gave back is allocated again: what is done to it then has nothing to do with before.
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex m;
static int* slot;
static void put(int v) {
  int* p = new int(v);
  std::lock_guard hold(m);
  if (slot) delete slot;
  slot = p;
}

int main() {
  std::thread t([] {
    put(1);
    put(2);
  });
  put(3);
  put(4);
  t.join();
  delete slot;
}
