// A program that is too large to be explored completely: eleven threads and main, about 30,000 visible events a run.
// Workers count orders into shards, each shard with its own lock, and report their progress to a monitor.
//
// Seeded: data races on `progress`, on `largest` and on `newest`; and a null dereference: the monitor takes the shard
// that it archives out of the table for a moment, which a worker that asks without the shard's lock can see.
//
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <mutex>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 10
#endif
#ifndef ORDERS
#define ORDERS 480
#endif

struct Shard {
  std::mutex mutex;
  long sum = 0;
  int count = 0, reports = 0;
};

constexpr int kShards = 8;
Shard shards[kShards];
Shard* table[kShards];
int progress = 0;
int largest = 0;
const int* newest = nullptr;
std::vector<int> orders[WORKERS];

void work(int me) {
  int done = 0;
  for (const int& order : orders[me]) {
    Shard& shard = shards[order % kShards];
    {
      std::lock_guard hold(shard.mutex);
      shard.sum += order;
      ++shard.count;
    }
    if (++done % 60 == 0) {
      ++progress;
      if (order > largest) largest = order;
      newest = &order;
      Shard* mine = table[me % kShards];
      std::lock_guard hold(mine->mutex);
      ++mine->reports;
    }
  }
}

void monitor() {
  for (int round = 0; round < 10; ++round)
    for (int i = 0; i < kShards; ++i) {
      Shard* archived = table[i];
      std::lock_guard hold(archived->mutex);
      table[i] = nullptr;
      archived->sum -= archived->count;
      table[i] = archived;
    }
}

int main() {
  for (int i = 0; i < kShards; ++i) table[i] = &shards[i];
  for (int w = 0; w < WORKERS; ++w)
    for (int i = 0; i < ORDERS; ++i) orders[w].push_back(i * 7 + w);
  std::vector<std::thread> threads;
  for (int w = 0; w < WORKERS; ++w) threads.emplace_back(work, w);
  threads.emplace_back(monitor);
  for (auto& thread : threads) thread.join();
}
