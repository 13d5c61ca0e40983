// Double-checked locking. The settings are loaded once, by whoever asks first, and later callers do not want to pay for
// the lock. The second look, under the lock, is right. But the pointer is made public before the settings are loaded,
// so a caller who takes the short way gets an object without contents.
//
// The textbook version has this order by accident: `instance = new Settings()` may store the pointer first. Making the
// pointer atomic cures that, and does not help against a store that is written too early.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int timeout = 0;
  void load() { timeout = 30; }
};

std::atomic<Settings*> instance{nullptr};
std::mutex loading;

Settings& settings() {
  Settings* known = instance;
  if (known != nullptr) return *known;
  std::lock_guard hold(loading);
  known = instance;
  if (known != nullptr) return *known;
#ifdef FIXED
  auto* fresh = new Settings;
  fresh->load();
  instance = fresh;
#else
  auto* fresh = new Settings;
  instance = fresh;
  fresh->load();
#endif
  return *fresh;
}

int main() {
  std::thread other([] { assert(settings().timeout == 30); });
  assert(settings().timeout == 30);
  other.join();
  delete instance;
}
