// VERDICT: verified
// The resources that hold nothing, and the one that is used where none is given.
#include <cassert>
#include <memory_resource>
#include <new>
#include <thread>
#include <vector>

int main() {
  std::thread t([] {
    std::pmr::vector<int> v(std::pmr::new_delete_resource());
    v.assign(100, 7);
    assert(v[99] == 7);
  });
  std::pmr::vector<long> w;
  w.push_back(3);
  assert(w.get_allocator().resource() == std::pmr::get_default_resource());
  bool refused = false;
  try {
    std::pmr::vector<int> none(std::pmr::null_memory_resource());
    none.push_back(1);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  assert(refused);
  t.join();
  assert(std::pmr::set_default_resource(std::pmr::null_memory_resource()) == std::pmr::new_delete_resource());
  assert(std::pmr::set_default_resource(nullptr) == std::pmr::null_memory_resource());
}
