// VERDICT: verified
// An event descriptor as a semaphore.
#include <sys/eventfd.h>
#include <unistd.h>
#include <thread>
#include <atomic>
#include <cassert>
int main() {
  int e = eventfd(0, EFD_SEMAPHORE);
  std::atomic<int> n{0};
  auto f = [&] {
    uint64_t v;
    read(e, &v, 8);
    assert(v == 1);
    n++;
  };
  std::thread a(f), b(f);
  eventfd_write(e, 2);
  a.join();
  b.join();
  assert(n == 2);
  close(e);
}
