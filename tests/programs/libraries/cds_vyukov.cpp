// LIBRARY: libcds-dev | cds::container::VyukovMPMCCycleQueue
// VERDICT: verified
// NEEDS: cds/container/vyukov_mpmc_cycle_queue.h
#include <cds/container/vyukov_mpmc_cycle_queue.h>

#include <cassert>
#include <thread>

int main() {
  cds::container::VyukovMPMCCycleQueue<int> queue(4);
  std::thread a([&] { queue.push(1); }), b([&] { queue.push(2); });
  int value = 0, sum = 0;
  if (queue.pop(value)) sum += value;
  a.join();
  b.join();
  while (queue.pop(value)) sum += value;
  assert(sum == 3);
}
