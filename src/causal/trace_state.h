// TraceState: performs acts of a trace in another order, with undo. Where each thread stands in its line, one word per
// cell (of objects: sync_words.h), and who waits.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "causal/freedom.h"
#include "causal/trace_model.h"
#include "causal/trace_solver.h"

namespace heddle::causal {

class TraceState {
 public:
  // `question`: who may be told something else; null: nobody.
  explicit TraceState(const TraceModel& model, const Question* question = nullptr)
      : model_(model), question_(question != nullptr && question->freedom != nullptr ? question : nullptr) {}

  // Back to the beginning. `watched[c]`: values of the cell are part of `hash`; may be null.
  void start(const uint8_t* watched = nullptr);

  // The next act of thread t; the end of its line if none is left, kNoAct before it was created.
  ActId at(int t) const { return at_[static_cast<size_t>(t)]; }
  bool over() const { return over_; }
  // Can thread t perform its next act now, and be told the same as in the trace?
  bool can_repeat(int t) const;
  // It can, but is told something else than in the trace: it deviates.
  bool deviates(int t) const;
  // What its next act, which can be performed, would be told now; nothing if that is not known.
  std::optional<uint64_t> tells(int t) const;
  // Can it be performed, told `answer`?
  bool can_answer(int t, uint64_t answer) const;
  // Is the next act of t an access to freed memory, and nothing keeps it from being performed?
  bool finds_freed(int t) const;
  // How many values the next act of t offers; a value step follows if there are several.
  int choices(int t) const;
  // The choice that makes a signal wake thread `woken`; -1 if it does not wait there.
  int choice_for(int t, int woken) const;
  // Only after can_repeat.
  void perform(int t, int choice);

  size_t mark() const { return log_.size(); }
  void undo(size_t mark);
  // Of where everyone stands, who waits and the watched values.
  uint64_t hash() const { return hash_ + waiting_ * 0x9e3779b97f4a7c15; }

 private:
  struct Change {
    enum What : uint8_t { kCell, kAt, kFlags, kDead, kDeviated } what;
    bool over;
    int8_t section;
    uint32_t index;
    uint64_t a, b;
  };

  bool is_ready(int t) const;
  bool told_now(int t, const Act& a, uint64_t& answer) const;
  void set(CellId c, uint64_t value, uint64_t known);
  void set(CellId c, uint64_t value) { set(c, value, ~uint64_t{0}); }
  void move(int t, ActId to);
  void flags(uint64_t waiting, bool over, int section);
  void wait_at(int t, CellId c);
  void wake(CellId c, uint64_t woken);
  void write_bits(CellId c, const Act& a, uint64_t value);
  void forget_bits(CellId c, const Act& a);
  // One kind of object each, for `perform`.
  void access(ActId id, const Act& a);
  void lock(int t, const Act& a);
  void condition(int t, const Act& a, int choice);
  void once(const Act& a);
  bool is_fed(ActId id) const;
  void advance(int t);
  bool released(const Act& await) const;
  void settle(int first);

  const TraceModel& model_;
  const Question* question_;
  std::vector<ActId> deviated_;  // acts that were told something else
  const uint8_t* watched_ = nullptr;
  std::array<ActId, kMaxLines> at_{};
  std::vector<uint64_t> value_, known_;
  std::vector<uint8_t> dead_;  // cells in freed memory
  uint64_t waiting_ = 0;       // threads in a condition wait, at a barrier, in a futex wait
  uint64_t restless_ = 0;  // threads that stood before a join or in a spin loop: may be able to go on; no need to undo
  bool over_ = false;      // the process has ended
  int section_ = -1;       // the thread in the middle of an atomic section
  uint64_t hash_ = 0;
  std::vector<Change> log_;
};

}  // namespace heddle::causal
