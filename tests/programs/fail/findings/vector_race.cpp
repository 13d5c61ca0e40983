// VERDICT: bug
// push_back without a lock while another thread reads: freed memory, or a lost element.
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> v;

int main() {
  v.push_back(1);
  std::thread t([] { v.push_back(2); });
  v.push_back(3);
  t.join();
  assert(v.size() == 3);
}
