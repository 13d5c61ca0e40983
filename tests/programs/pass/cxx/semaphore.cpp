// VERDICT: verified
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore done(0);
  int data = 0;
  std::thread t([&] {
    data = 1;
    done.release();
  });
  done.acquire();
  assert(data == 1);
  t.join();
}
