// Allocation vector: two threads take and give back the blocks of one table.
//
// Bug: finding a free block and marking it are two locked calls; between them the other thread can find the same block,
// which is then allocated twice, and freed twice later. No data race. With FIXED both happen in one section.
//
// RUN:
// VERDICT: bug:assertion
// RUN: -DFIXED
// VERDICT: verified
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#ifndef ROUNDS
#define ROUNDS 3
#endif

class Blocks {
 public:
  int find_free() {
    std::lock_guard hold(mutex_);
    return first_free();
  }
  void mark(int block) {
    std::lock_guard hold(mutex_);
    take(block);
  }
  int allocate() {
    std::lock_guard hold(mutex_);
    const int block = first_free();
    if (block >= 0) take(block);
    return block;
  }
  void release(int block) {
    std::lock_guard hold(mutex_);
    const bool used = used_[block];
    assert(used);  // not freed twice
    used_[block] = false;
  }

 private:
  int first_free() const {
    for (int i = 0; i < kBlocks; ++i)
      if (!used_[i]) return i;
    return -1;
  }
  void take(int block) {
    const bool used = used_[block];
    assert(!used);  // not allocated twice
    used_[block] = true;
  }

  static constexpr int kBlocks = 8;
  std::mutex mutex_;
  std::array<bool, kBlocks> used_{};
};

Blocks blocks;

int take_block() {
#ifdef FIXED
  return blocks.allocate();
#else
  const int block = blocks.find_free();
  if (block >= 0) blocks.mark(block);
  return block;
#endif
}

void client() {
  int mine[ROUNDS];
  for (int& block : mine) block = take_block();
  for (int block : mine)
    if (block >= 0) blocks.release(block);
}

int main() {
  std::thread a(client), b(client);
  a.join();
  b.join();
}
