// VERDICT: verified
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int a, b;
static void look() {
  std::shared_lock hold(m);
  assert(a == b);
}
static void change() {
  std::unique_lock hold(m);
  a++;
  b++;
}

int main() {
  std::thread r(look), w(change);
  look();
  r.join();
  w.join();
  m.lock_shared();
  assert(m.try_lock_shared() && !m.try_lock());
  m.unlock_shared();
  m.unlock_shared();
  assert(a == 1);
}
