// Sections: mutexes that only keep threads apart which would not meet anyway, or whose critical sections nobody can look into.
//
// A mutex is *clean* as long as every run shows that
//   - it is locked and unlocked, nothing else: no try, no deadline, no condition, no second lock by its owner, and no thread ends, or
//     is stopped by an assumption, while it has it;
//   - whoever has it accesses memory until the unlock and does nothing else: takes no lock, waits for nothing, creates nobody;
//   - memory that is accessed under it is accessed under it only, by everybody, except by the main thread when it is alone.
// Then nobody can see a critical section half-done. Every run can be reordered so that each is executed in one piece, and
// in such a run the mutex is always free when it is asked for. So the search makes only runs of this kind: a critical section is one step,
// which conflicts with what its accesses conflict with, and locking conflicts with nothing. No deadlock is lost, since the owner
// never waits. Two sections that access different memory are not run in both orders.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "trace/trace.h"

namespace heddle {

enum class Fault : uint8_t;  // see path.h

class Sections {
 public:
  explicit Sections(Fault fault) : fault_(fault) {}
  // False: a mutex that was clean in earlier runs is not.
  bool learn(const Trace& trace);
  // Of the trace learned last: the mutex of the clean section that event i belongs to, 0 for none.
  uint64_t section_of(size_t event) const { return section_[event]; }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  struct Mutex {
    bool clean = true;
    uint64_t since = 0;  // the run that showed it first
  };
  static constexpr uint64_t kNobody = 0, kUnguarded = 1;

  void look_at(const Event& e, bool alone);
  void look_at_lock(const Event& e);
  void repeat(const Trace& trace);
  void guard(uint64_t granule, uint64_t by);
  void spoil(uint64_t mutex);
  uint64_t held_by(ThreadId t) const { return t < held_.size() ? held_[t] : 0; }

  Fault fault_;
  uint64_t runs_ = 0;
  bool held_true_ = true;                         // of all mutexes that were clean in earlier runs
  std::unordered_map<uint64_t, Mutex> mutexes_;   // by address
  std::unordered_map<uint64_t, uint64_t> guard_;  // granule of 8 bytes -> the mutex that guards it, or kUnguarded
  std::vector<uint64_t> held_;                    // per thread: the mutex it has
  std::vector<uint64_t> section_;                 // per event
};

}  // namespace heddle
