// ThreadId names a thread of the program under test; ThreadSet is a set of them as a bit set.
//
// An id stands for a *name* (creator, index among the creator's children), so the same thread has the
// same id in every run of a search, whatever the order of creation was. The main thread is 0.
#pragma once
#include <bit>
#include <cstdint>

namespace heddle {

using ThreadId = uint8_t;
inline constexpr int kMaxThreads = 256;
inline constexpr ThreadId kMainThread = 0;

class ThreadSet {
 public:
  constexpr ThreadSet() = default;

  constexpr bool test(ThreadId t) const { return words_[t >> 6] >> (t & 63) & 1; }
  constexpr void set(ThreadId t) { words_[t >> 6] |= uint64_t{1} << (t & 63); }
  constexpr void reset(ThreadId t) { words_[t >> 6] &= ~(uint64_t{1} << (t & 63)); }
  constexpr void clear() { *this = ThreadSet(); }
  constexpr bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }
  constexpr bool none() const { return !any(); }
  constexpr int count() const {
    return std::popcount(words_[0]) + std::popcount(words_[1]) + std::popcount(words_[2]) + std::popcount(words_[3]);
  }
  // The smallest member; only on a non-empty set.
  constexpr ThreadId first() const {
    int w = 0;
    while (words_[w] == 0) ++w;
    return static_cast<ThreadId>(w * 64 + std::countr_zero(words_[w]));
  }
  // The n-th member in rising order; only if there are more than n.
  constexpr ThreadId nth(int n) const {
    ThreadSet rest = *this;
    while (n-- > 0) rest.reset(rest.first());
    return rest.first();
  }
  template <class F>
  constexpr void for_each(F&& f) const {
    for (int w = 0; w < 4; ++w)
      for (uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        f(static_cast<ThreadId>(w * 64 + std::countr_zero(rest)));
  }

  constexpr ThreadSet& operator|=(const ThreadSet& o) {
    for (int w = 0; w < 4; ++w) words_[w] |= o.words_[w];
    return *this;
  }
  constexpr ThreadSet& operator&=(const ThreadSet& o) {
    for (int w = 0; w < 4; ++w) words_[w] &= o.words_[w];
    return *this;
  }
  constexpr ThreadSet& operator-=(const ThreadSet& o) {
    for (int w = 0; w < 4; ++w) words_[w] &= ~o.words_[w];
    return *this;
  }
  friend constexpr ThreadSet operator|(ThreadSet a, const ThreadSet& b) { return a |= b; }
  friend constexpr ThreadSet operator&(ThreadSet a, const ThreadSet& b) { return a &= b; }
  friend constexpr ThreadSet operator-(ThreadSet a, const ThreadSet& b) { return a -= b; }
  friend constexpr bool operator==(const ThreadSet&, const ThreadSet&) = default;

 private:
  uint64_t words_[kMaxThreads / 64] = {};
};

}  // namespace heddle
