// LIBRARY: libxenium-dev | xenium::vyukov_bounded_queue
// VERDICT: verified
// NEEDS: xenium/vyukov_bounded_queue.hpp
#include <cassert>
#include <memory>
#include <thread>
#include <xenium/vyukov_bounded_queue.hpp>

int main() {
  xenium::vyukov_bounded_queue<int> queue(2);
  std::thread a([&] { queue.try_push(1); }), b([&] { queue.try_push(2); });
  int value = 0, sum = 0;
  if (queue.try_pop(value)) sum += value;
  a.join();
  b.join();
  while (queue.try_pop(value)) sum += value;
  assert(sum == 3);
}
