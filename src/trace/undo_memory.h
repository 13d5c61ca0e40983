// UndoMemory: 32-bit words that remember how they were. A program over it (trace/happens_before.h) can take back
// its latest steps, so that two runs that begin alike are looked at only where they differ.
//
// Words are reserved, never freed one by one; taking a step back frees what was reserved in it. No allocation once
// the buffers have grown to the longest run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

class UndoMemory {
 public:
  uint32_t operator[](size_t at) const { return words_[at]; }

  void put(size_t at, uint32_t value) {
    if (words_[at] == value) return;
    journal_.push_back({static_cast<uint32_t>(at), words_[at]});
    words_[at] = value;
  }

  // `count` words that are 0; returns the place of the first.
  uint32_t reserve(size_t count) {
    const size_t at = used_;
    used_ += count;
    if (words_.size() < used_) words_.resize(used_ * 2);
    return static_cast<uint32_t>(at);
  }

  size_t used() const { return used_; }

  // Remembers how things are now, as one more step.
  void mark() { marks_.push_back({journal_.size(), used_}); }
  size_t marks() const { return marks_.size(); }
  // Back to how things were at mark number `step`, which is taken out.
  void back_to(size_t step) {
    if (step >= marks_.size()) return;
    const Mark mark = marks_[step];
    while (journal_.size() > mark.journal) {
      words_[journal_.back().at] = journal_.back().before;
      journal_.pop_back();
    }
    used_ = mark.used;
    marks_.resize(step);
  }

  void clear() {
    words_.clear();
    journal_.clear();
    marks_.clear();
    used_ = 0;
  }

 private:
  struct Change {
    uint32_t at, before;
  };
  struct Mark {
    size_t journal, used;
  };
  std::vector<uint32_t> words_;  // those from `used_` on are 0
  std::vector<Change> journal_;
  std::vector<Mark> marks_;
  size_t used_ = 0;
};

}  // namespace heddle
