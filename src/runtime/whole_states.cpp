#include "runtime/whole_states.h"

#include <cstring>

#include "runtime/failure.h"

namespace heddle::rt {

void WholeStates::start(int bits) {
  bits_ = bits < 1 ? 1 : bits > 128 ? 128 : bits;
  words_ = static_cast<uint64_t*>(our_pages(kRoom * sizeof(uint64_t)));
  kept_ = static_cast<Kept*>(our_pages(kSlots * sizeof(Kept)));
}

void WholeStates::full() { refuse("there is no room for more whole states: HEDDLE_STATE_WHOLE is for small programs"); }

StateHash WholeStates::keep(StateHash hash) {
  if (bits_ < 128) hash.high = 0;
  if (bits_ < 64) hash.low &= (uint64_t{1} << bits_) - 1;
  const uint64_t length = end_ - begin_;
  for (uint64_t i = hash.low;; ++i) {
    Kept& kept = kept_[i & (kSlots - 1)];
    if (kept.length == 0) {
      if (++count_ == kSlots) full();
      kept = {hash, begin_, length};
      begin_ = end_;
      return hash;
    }
    if (!(kept.hash == hash)) continue;
    if (kept.length != length || std::memcmp(words_ + kept.begin, words_ + begin_, length * sizeof(uint64_t)) != 0)
      refuse("two different states have the same hash");
    return hash;
  }
}

}  // namespace heddle::rt
