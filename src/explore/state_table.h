// StateTable: numbers for states, by hash, in the order they were met. Open addressing over 16 bytes for each state, and 4 for a
// slot: a state takes 24 to 28 bytes.
#pragma once
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "trace/state.h"

namespace heddle {

class StateTable {
 public:
  // The number of the state; `added` says whether it was not there.
  uint32_t add(const StateHash& state, bool& added) {
    if (states_.size() * 3 >= slots_.size() * 2) grow();
    uint32_t& slot = slot_of(state);
    added = slot == kNone;
    if (added) {
      slot = static_cast<uint32_t>(states_.size());
      states_.push_back(state);
    }
    return slot;
  }
  uint32_t size() const { return static_cast<uint32_t>(states_.size()); }
  size_t bytes() const { return states_.capacity() * sizeof(StateHash) + slots_.capacity() * sizeof(uint32_t); }

  void save(Writer& out) const { out.put(states_); }
  bool load(Reader& in) {
    const auto states = in.get_vector<StateHash>();
    *this = StateTable();
    bool added = true;
    for (const StateHash& s : states)
      if (add(s, added); !added) return false;
    return in.ok();
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t& slot_of(const StateHash& state) {
    for (size_t i = state.low & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1))
      if (slots_[i] == kNone || states_[slots_[i]] == state) return slots_[i];
  }
  void grow() {
    slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, kNone);
    for (uint32_t i = 0; i < states_.size(); ++i) slot_of(states_[i]) = i;
  }

  std::vector<StateHash> states_;
  std::vector<uint32_t> slots_;  // numbers of states; a power of two
};

}  // namespace heddle
