// VERDICT: bug
// The pointer object itself is shared without a lock: its count goes wrong or the object dies early.
#include <memory>
#include <thread>

static std::shared_ptr<int> shared;

int main() {
  shared = std::make_shared<int>(1);
  std::thread t([] { shared = std::make_shared<int>(2); });
  int n = 0;
  if (std::shared_ptr<int> mine = shared) n = *mine;
  t.join();
  return n == 3;
}
