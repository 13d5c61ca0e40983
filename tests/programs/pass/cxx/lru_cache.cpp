// VERDICT: verified
// A cache of list and hash table behind a shared_mutex: what it does to their links is seen, so mcr need not fall back.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>

class Cache {
 public:
  explicit Cache(size_t room) : room_(room) {}
  void put(const std::string& key, int value) {
    const std::unique_lock lock(mutex_);
    if (auto found = places_.find(key); found != places_.end()) {
      found->second->second = value;
      order_.splice(order_.begin(), order_, found->second);
      return;
    }
    if (places_.size() == room_) {
      places_.erase(order_.back().first);
      order_.pop_back();
    }
    order_.emplace_front(key, value);
    places_[key] = order_.begin();
  }
  int get(const std::string& key) {
    const std::shared_lock lock(mutex_);
    auto found = places_.find(key);
    return found == places_.end() ? -1 : found->second->second;
  }
  size_t size() {
    const std::shared_lock lock(mutex_);
    return places_.size();
  }

 private:
  std::shared_mutex mutex_;
  const size_t room_;
  std::list<std::pair<std::string, int>> order_;
  std::unordered_map<std::string, std::list<std::pair<std::string, int>>::iterator> places_;
};

int main() {
  Cache cache(2);
  std::map<int, int> log;
  std::mutex log_mutex;
  const auto note = [&](int what) {
    const std::lock_guard lock(log_mutex);
    ++log[what];
  };
  std::thread a([&] {
    cache.put("a", 1);
    cache.put("b", 2);
    note(1);
  });
  std::thread b([&] {
    cache.put("c", 3);
    const int value = cache.get("a");
    assert(value == 1 || value == -1);
    note(2);
  });
  a.join();
  b.join();
  assert(cache.size() == 2 && log.size() == 2);
}
