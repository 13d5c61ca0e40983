// VERDICT: bug:race
// REPORT: not ordered with a
// An atomic access and a plain one race; so does a member of an object that is returned too early.
#include <atomic>
#include <memory>
#include <thread>

struct Box {
  int value = 0;
};

int main() {
  auto box = std::make_unique<Box>();
  std::thread t([&] { std::atomic_ref<int>(box->value).store(1); });  // BUG
  int seen = box->value;  // BUG
  t.join();
  return seen == 2;
}
