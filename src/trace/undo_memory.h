// UndoMemory: 32-bit words that remember how they were. A program over it (trace/happens_before.h) can take back
// its latest steps, so that two runs that begin alike are looked at only where they differ.
//
// Words are added, never freed one by one; taking a step back frees what was added in it, so their first values need not be
// remembered. No allocation once the buffers have grown to the longest run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

class UndoMemory {
 public:
  uint32_t operator[](size_t at) const { return words_[at]; }

  [[gnu::always_inline]] void put(size_t at, uint32_t value) {
    uint32_t& word = words_[at];
    if (word == value) return;
    if (changes_ == journal_room_) grow_journal();
    journal_[changes_++] = {static_cast<uint32_t>(at), word};
    word = value;
  }

  // New words that hold these values; returns the place of the first.
  template <class... Values>
  uint32_t add(Values... values) {
    size_t at = used_;
    used_ += sizeof...(values);
    if (words_.size() < used_) grow_words();
    ((words_[at++] = static_cast<uint32_t>(values)), ...);
    return static_cast<uint32_t>(at - sizeof...(values));
  }
  // Likewise `count` words that are 0.
  uint32_t reserve(size_t count) {
    const size_t at = used_;
    used_ += count;
    if (words_.size() < used_) grow_words();
    for (size_t i = at; i < used_; ++i) words_[i] = 0;
    return static_cast<uint32_t>(at);
  }

  size_t used() const { return used_; }

  // Remembers how things are now, as one more step.
  void mark() {
    if (steps_ == mark_room_) grow_marks();
    marks_[steps_++] = {static_cast<uint32_t>(changes_), static_cast<uint32_t>(used_)};
  }
  size_t marks() const { return steps_; }
  // Back to how things were at mark number `step`, which is taken out.
  void back_to(size_t step) {
    if (step >= steps_) return;
    const Mark mark = marks_[step];
    for (size_t i = changes_; i > mark.changes; --i) words_[journal_[i - 1].at] = journal_[i - 1].before;
    changes_ = mark.changes;
    used_ = mark.used;
    steps_ = step;
  }

  void clear() { steps_ = changes_ = used_ = 0; }

 private:
  struct Change {
    uint32_t at, before;
  };
  struct Mark {
    uint32_t changes, used;
  };

  [[gnu::noinline]] void grow_words() { words_.resize(used_ * 2); }
  [[gnu::noinline]] void grow_journal() { journal_.resize(journal_room_ = changes_ * 2 + 64); }
  [[gnu::noinline]] void grow_marks() { marks_.resize(mark_room_ = steps_ * 2 + 64); }

  // Of each buffer the first so many entries mean something.
  std::vector<uint32_t> words_;
  std::vector<Change> journal_;
  std::vector<Mark> marks_;
  size_t used_ = 0, changes_ = 0, steps_ = 0;
  size_t journal_room_ = 0, mark_room_ = 0;
};

}  // namespace heddle
