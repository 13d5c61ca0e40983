// VERDICT: verified
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] {
    try {
      throw std::logic_error("two");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  try {
    f.get();
    assert(false);
  } catch (const std::logic_error& e) {
    assert(e.what()[0] == 't');
  }
  t.join();
}
