// Each waits until the other has done something, with pauses; nobody signals.
// VERDICT: verified
// RUN: --engine mcr
// RUN: --engine dpor
// RUN: --engine dfs
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex m;
std::condition_variable pause_;
int mine = 0, yours = 0;

int main() {
  std::thread other([] {
    std::unique_lock lock(m);
    while (mine == 0) pause_.wait_for(lock, 1ms);
    yours = 1;
  });
  std::unique_lock lock(m);
  mine = 1;
  while (yours == 0) pause_.wait_for(lock, 1ms);
  lock.unlock();
  other.join();
}
