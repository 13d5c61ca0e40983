// Waits with a deadline, signals, and who is woken: one execution for each Mazurkiewicz trace, in dpor and optimal alike.
// VERDICT: verified
// RUN: --engine dpor
// EXECUTIONS: dpor=2280
// RUN: --engine optimal
// EXECUTIONS: optimal=2280
// BLOCKED: 0
// RUN: --engine dfs
// EXECUTIONS: dfs=9500
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable c;
int ready;

static void wait_a_second() {
  std::unique_lock<std::mutex> lock(m);
  c.wait_for(lock, std::chrono::seconds(1));
}

int main() {
  std::thread producer([] {
    {
      std::lock_guard<std::mutex> lock(m);
      ready++;
      c.notify_one();
    }
    std::unique_lock<std::mutex> lock(m);
    c.wait(lock, [] { return ready != 0; });
  });
  std::thread once(wait_a_second);
  std::thread twice([] {
    wait_a_second();
    wait_a_second();
  });
  producer.join();
  once.join();
  twice.join();
}
