// VERDICT: verified
// The count of a shared_ptr is right whoever lets go last; weak_ptr locks or not; the object dies once.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int> destroyed;
struct Object {
  ~Object() { destroyed++; }
  int n = 7;
};

int main() {
  auto p = std::make_shared<Object>();
  std::weak_ptr<Object> weak = p;
  std::thread t([p = std::move(p)]() mutable { p.reset(); });
  if (auto locked = weak.lock()) assert(locked->n == 7 && destroyed == 0);
  t.join();
  assert(destroyed == 1 && weak.expired());
}
