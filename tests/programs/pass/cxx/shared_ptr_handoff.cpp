// VERDICT: verified
// A shared_ptr is two words that are copied as a block or one by one.
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

struct Config {
  std::string name = "a name that is not short at all";
  int version = 7;
};

std::mutex m;
std::shared_ptr<Config> current;

std::shared_ptr<Config> get() {
  std::lock_guard lock(m);
  return current;
}

int main() {
  std::thread writer([] {
    auto next = std::make_shared<Config>();
    next->version = 8;
    std::lock_guard lock(m);
    current = next;
  });
  std::thread reader([] {
    if (auto config = get()) assert(config->version == 8 && config->name.size() == 31);
  });
  if (auto config = get()) assert(config->version == 8);
  writer.join();
  reader.join();
}
