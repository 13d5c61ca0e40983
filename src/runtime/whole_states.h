// States as they are beside their hashes, for tests: two states with one hash must be one state. HEDDLE_STATE_WHOLE=128 keeps each state
// whole and compares it when its hash comes again; with a smaller number that many bits of the hashes are used, and a test sees that
// states that are taken for each other are noticed.
#pragma once
#include "trace/state.h"

namespace heddle::rt {

class WholeStates {
 public:
  bool on() const { return bits_ != 0; }
  void start(int bits);
  void begin() { end_ = begin_; }
  void add(uint64_t word) {
    if (end_ == kRoom) full();
    words_[end_++] = word;
  }
  // The state is complete. Its hash, of which only some bits may be left; refuses to go on if another state had the same.
  StateHash keep(StateHash hash);

 private:
  struct Kept {
    StateHash hash;
    uint64_t begin, length;  // 0: free
  };
  static constexpr uint64_t kRoom = uint64_t{1} << 31;  // words
  static constexpr uint64_t kSlots = 1 << 20;

  [[noreturn]] static void full();

  int bits_ = 0;
  uint64_t* words_ = nullptr;
  uint64_t begin_ = 0, end_ = 0;
  Kept* kept_ = nullptr;
  uint64_t count_ = 0;
};

}  // namespace heddle::rt
