// MTList: 26 threads work on synchronised linked lists, in the manner of Java's synchronizedList.
//
// Bug: every method locks its own list, but add_all walks over the other list without that list's lock. The iterator
// notices the modification (the ConcurrentModificationException of Java, here an assertion), or walks into a null
// pointer when the list was cleared. With FIXED the assertion is off and the walk goes on: data races and null
// dereferences remain, as in the paper's exploration of this program.
//
// RUN:
// VERDICT: bug
// REPORT: SUMMARY: heddle: assertion
// RUN: -DFIXED
// VERDICT: bug
// REPORT: SUMMARY: heddle: null-dereference
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 26
#endif

struct Node {
  int value = 0;
  Node* next = nullptr;
};

class SyncList {
 public:
  void add(Node* node) {
    std::lock_guard hold(mutex_);
    append(node);
  }
  // Nodes of a cleared list stay alive, unlinked, as under a garbage collector.
  void clear() {
    std::lock_guard hold(mutex_);
    ++modified_;
    for (Node* node = head_; node != nullptr;) {
      Node* next = node->next;
      node->next = nullptr;
      node = next;
    }
    head_ = tail_ = nullptr;
    size_ = 0;
  }
  void add_all(const SyncList& other, std::vector<Node>& fresh) {
    std::lock_guard hold(mutex_);
    const int expected = other.modified_, length = other.size_;
    const Node* at = other.head_;
    for (int i = 0; i < length && i < static_cast<int>(fresh.size()); ++i) {
#ifndef FIXED
      const bool unchanged = other.modified_ == expected;
      assert(unchanged);  // ConcurrentModificationException
#else
      (void)expected;
#endif
      fresh[i].value = at->value;
      append(&fresh[i]);
      at = at->next;
    }
  }

 private:
  void append(Node* node) {
    ++modified_;
    ++size_;
    if (tail_ != nullptr) tail_->next = node;
    else head_ = node;
    tail_ = node;
  }

  mutable std::mutex mutex_;
  Node* head_ = nullptr;
  Node* tail_ = nullptr;
  int size_ = 0, modified_ = 0;
};

constexpr int kInitial = 12;
SyncList target, source;
std::vector<Node> nodes(WORKERS + kInitial);
std::vector<std::vector<Node>> copies(WORKERS, std::vector<Node>(kInitial));

void work(int i) {
  switch (i % 4) {
    case 0: target.add_all(source, copies[i]); break;
    case 3: source.clear(); break;
    default: source.add(&nodes[i]); break;
  }
}

int main() {
  for (int i = 0; i < kInitial; ++i) source.add(&nodes[WORKERS + i]);
  std::vector<std::thread> workers;
  for (int i = 0; i < WORKERS; ++i) workers.emplace_back(work, i);
  for (auto& worker : workers) worker.join();
}
