// VERDICT: verified
// Function-local statics initialised by whoever comes first; static constructors ran before main.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

static std::atomic<int> made;
struct Thing {
  Thing() : text("a text longer than sixteen bytes") { made++; }
  std::string text;
};
static const std::vector<std::string> global = {"one", "two"};
static Thing& instance() {
  static Thing thing;
  return thing;
}
static void use() {
  assert(instance().text.size() == 32);
  assert(made == 1 && global.size() == 2);
}

int main() {
  assert(made == 0);
  std::thread a(use), b(use);
  a.join();
  b.join();
}
