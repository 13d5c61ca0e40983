// VERDICT: bug:use-after-free
// A virtual call on an object that another thread deleted.
#include <thread>
struct Base {
  virtual ~Base() = default;
  virtual int f() { return 1; }
};
struct Derived : Base {
  int f() override { return 2; }
};
static Base* shared;
int main() {
  shared = new Derived;
  std::thread t([] { delete shared; });
  int r = shared->f();  // BUG
  t.join();
  return r == 3;
}
