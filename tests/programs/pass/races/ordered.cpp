// VERDICT: verified
// RUN: --engine dpor
// RUN: --engine dfs --max-executions 100000000 -DSMALL
// Everything that orders plain accesses: creation and join, mutexes, condition variables, semaphores, barriers, once,
// function-local statics, futures.
#include <barrier>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <thread>

static int a, b, c, d, e;
static std::mutex m;
static std::condition_variable cv;
static bool ready;
static std::counting_semaphore<4> sem(0);
static std::once_flag once;

static int& table() {
  static int value = ++e;
  return value;
}

int main() {
  a = 1;
  std::thread t([] {
    ++a;
    std::call_once(once, [] { d = 1; });
#ifndef SMALL
    b = 1;
    sem.release();
    std::lock_guard hold(m);
    c = 1;
    ready = true;
    cv.notify_one();
#endif
  });
  std::call_once(once, [] { d = 1; });
  int sum = d + table();
#ifndef SMALL
  sem.acquire();
  sum += b;
  {
    std::unique_lock hold(m);
    cv.wait(hold, [] { return ready; });
    sum += c;
  }
#endif
  t.join();
  auto f = std::async(std::launch::async, [&] { return ++sum; });
  return f.get() == a + 100;
}
