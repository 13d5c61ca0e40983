// What a thread does after it promised a value for its end comes before whoever waits for the value.
// VERDICT: verified
#include <cassert>
#include <future>
#include <thread>
struct Local {
  int* target = nullptr;
  ~Local() {
    if (target != nullptr) *target = 2;
  }
};
thread_local Local local;
int main() {
  int before = 0, destroyed = 0;
  std::promise<int> promise;
  std::packaged_task<int()> task([&] { return before; });
  auto value = promise.get_future();
  auto result = task.get_future();
  std::thread t([&] {
    local.target = &destroyed;
    promise.set_value_at_thread_exit(1);
    task.make_ready_at_thread_exit();
    before = 1;
  });
  assert(value.get() == 1 && before == 1 && destroyed == 2);
  assert(result.get() == 0);
  t.join();
}
