// The last one to leave destroys the mutex: the frame may be gone before the other thread has unlocked it.
// VERDICT: bug
// RUN: -O0
// RUN: -O1 --engine dpor
#include <condition_variable>
#include <mutex>
#include <thread>
struct Latch {
  std::mutex m;
  std::condition_variable c;
  bool done = false;
};
static void wait_for_it() {
  Latch latch;
  std::thread([&latch] {
    latch.m.lock();
    latch.done = true;
    latch.m.unlock();
    latch.c.notify_one();  // the waiter may have seen `done` before
  }).detach();
  std::unique_lock lock(latch.m);
  latch.c.wait(lock, [&] { return latch.done; });
}
int main() { wait_for_it(); }
