// C++ as people write it: threads, a mutex, a vector that grows, an exception thrown and caught in each thread.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "heddle/heddle.h"

// With REPEAT dfs explores all interleavings so many times in one search.
#ifndef REPEAT
#define REPEAT 1
#endif

std::mutex mutex;
std::vector<int> seen;
int failures;

void worker(int id) {
  try {
    std::lock_guard<std::mutex> guard(mutex);
    seen.push_back(id);
    if (seen.size() > 1) throw std::runtime_error("not the first");
  } catch (const std::exception&) {
    std::lock_guard<std::mutex> guard(mutex);
    ++failures;
  }
}

int main() {
  heddle_choose(REPEAT);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(worker, i);
  for (auto& t : threads) t.join();
  assert(seen.size() == 3 && failures == 2);
}
