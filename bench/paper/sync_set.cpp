// MTSet: 21 threads work on synchronised hash sets, in the manner of Java's synchronizedSet.
//
// Bug: every method locks its own set, but contains_all walks over the other set without that set's lock. The iterator
// notices the modification (the ConcurrentModificationException of Java, here an assertion), or follows a bucket that
// was emptied meanwhile into a null pointer. With FIXED the assertion is off: data races and null dereferences remain.
//
// RUN:
// VERDICT: bug
// REPORT: in SyncSet::contains_all
// RUN: -DFIXED
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 21
#endif

struct Entry {
  int key = 0;
  Entry* next = nullptr;
};

class SyncSet {
 public:
  void insert(Entry* entry) {
    std::lock_guard hold(mutex_);
    if (find(entry->key)) return;
    Entry*& bucket = buckets_[entry->key % kBuckets];
    entry->next = bucket;
    bucket = entry;
    ++modified_;
  }
  void clear() {
    std::lock_guard hold(mutex_);
    for (Entry*& bucket : buckets_) bucket = nullptr;
    ++modified_;
  }
  bool contains_all(const SyncSet& other) const {
    std::lock_guard hold(mutex_);
    const int expected = other.modified_;
    for (int b = 0; b < kBuckets; ++b) {
      if (other.buckets_[b] == nullptr) continue;
#ifndef FIXED
      const bool unchanged = other.modified_ == expected;
      assert(unchanged);  // ConcurrentModificationException
#else
      (void)expected;
#endif
      if (!find(other.buckets_[b]->key)) return false;
    }
    return true;
  }

 private:
  bool find(int key) const {
    for (const Entry* e = buckets_[key % kBuckets]; e != nullptr; e = e->next)
      if (e->key == key) return true;
    return false;
  }

  static constexpr int kBuckets = 4;
  mutable std::mutex mutex_;
  std::array<Entry*, kBuckets> buckets_{};
  int modified_ = 0;
};

SyncSet all, some;
std::vector<Entry> entries(WORKERS + 6);

void work(int i) {
  switch (i % 3) {
    case 0: all.contains_all(some); break;
    case 1: some.insert(&entries[i]); break;
    case 2: some.clear(); break;
  }
}

int main() {
  for (int i = 0; i < WORKERS + 6; ++i) entries[i].key = i % 7;
  for (int i = 0; i < 3; ++i) {
    some.insert(&entries[WORKERS + i]);
    all.insert(&entries[WORKERS + 3 + i]);
  }
  std::vector<std::thread> workers;
  for (int i = 0; i < WORKERS; ++i) workers.emplace_back(work, i);
  for (auto& worker : workers) worker.join();
}
