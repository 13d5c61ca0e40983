// VERDICT: verified
// EXECUTIONS: mcr=8
// Threads copy and drop a shared_ptr; nobody looks at the count but to ask whether it was the last.
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

static int freed;
struct Node {
  ~Node() { ++freed; }
};

int main() {
  {
    auto p = std::make_shared<Node>();
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([q = p] { auto r = q; (void)r; });
    p.reset();
    for (auto& t : threads) t.join();
  }
  assert(freed == 1);
}
