// VERDICT: bug:assertion
// Which resource is the default depends on who was first.
#include <cassert>
#include <memory_resource>
#include <thread>

int main() {
  std::thread t([] { std::pmr::set_default_resource(std::pmr::null_memory_resource()); });
  assert(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
  t.join();
}
