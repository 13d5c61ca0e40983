// A value is replaced while readers hold on to the one that they found.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

class Cache {
 public:
  std::shared_ptr<const int> get() {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void put(int value) {
    auto fresh = std::make_shared<const int>(value);
    std::lock_guard lock(mutex_);
    value_ = std::move(fresh);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const int> value_ = std::make_shared<const int>(1);
};

int main() {
  Cache cache;
  std::thread writer([&] { cache.put(2); });
  std::thread reader([&] {
    auto seen = cache.get();
    assert(*seen == 1 || *seen == 2);
  });
  auto seen = cache.get();
  assert(*seen == 1 || *seen == 2);
  seen.reset();
  writer.join();
  reader.join();
  assert(*cache.get() == 2);
}
