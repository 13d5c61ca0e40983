// TraceModel: one trace as straight lines, one per thread, without its order. What could have happened instead, as far as
// this one run can tell, are the orders in which the same acts can be performed again with the same results.
//
//   TraceModel model(trace);
//   if (model.problem().empty()) ... model.acts(t) ...
//
// A line holds the scheduled events of its thread and, between them, what happens by itself as soon as it can: creating,
// joining, waking from a spin loop, ending. Places are cut into cells (cells.h); words of objects are those of sync_words.h.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "causal/cells.h"
#include "trace/trace.h"

namespace heddle::causal {

using ActId = uint32_t;
inline constexpr int kMaxLines = 64;  // threads that can take part

struct Act {
  uint64_t object = 0;  // as Event::object
  uint64_t second = 0;  // as Event::second
  uint64_t position = 0;
  uint64_t told = 0;                 // what it told its thread
  uint64_t value = 0;                // what was written; blind: how much was added; barrier, choice: how many;
                                     // signal: the thread that was woken, + 1
  uint64_t mask = ~uint64_t{0};      // of the value accessed, before shifting
  CellId cell = kNoCell;             // memory, or the object
  CellId second_cell = kNoCell;      // the mutex of a condition wait; the word of a futex; the flag of a once
  uint32_t list = 0, list_size = 0;  // kFree, kWrite: cells besides; kAwait: conditions
  uint32_t event = 0;                // where it was in the trace
  uint32_t length = 0;
  Op op = Op::kBegin;
  uint8_t flags = 0;  // of the event
  uint8_t shift = 0;
  ThreadId thread = 0;
  bool blind = false;    // its result is not looked at
  bool pending = false;  // was not performed: nothing is known of it but what it would be
  bool exits = false;    // the process ends here
};

// A spin loop goes on when the place differs from `value`, or the lock or semaphore can be taken.
struct Wakeup {
  Place place;
  uint64_t value = 0;
  Op op = Op::kRead;
};

class TraceModel {
 public:
  TraceModel() = default;
  explicit TraceModel(const Trace& trace);

  // Empty, or why nothing can be said about other orders of this trace.
  const std::string& problem() const { return problem_; }

  int threads() const { return static_cast<int>(first_.size()) - 1; }
  // The line of thread t is [first(t), end(t)).
  ActId first(int t) const { return first_[static_cast<size_t>(t)]; }
  ActId end(int t) const { return first_[static_cast<size_t>(t) + 1]; }
  ActId size() const { return static_cast<ActId>(acts_.size()); }
  const Act& operator[](ActId a) const { return acts_[a]; }
  std::span<const CellId> list(const Act& a) const { return {lists_.data() + a.list, a.list_size}; }
  std::span<const Wakeup> wakeups(const Act& a) const { return {wakeups_.data() + a.list, a.list_size}; }
  size_t cells() const { return what_.size(); }
  dependence::Class what(CellId c) const { return what_[c]; }
  uint64_t initial(CellId c) const { return initial_[c]; }
  uint64_t initial_known(CellId c) const { return initial_known_[c]; }
  // Who touches a cell in any way, in the order of ids (so by thread, then in its line).
  std::span<const ActId> touching(CellId c) const {
    return {touching_.data() + touching_first_[c], touching_first_[c + 1] - touching_first_[c]};
  }
  // Scheduled acts in the order of the trace.
  std::span<const ActId> order() const { return order_; }
  // The act that creates thread t; the main thread has none.
  ActId creator(int t) const { return creator_[static_cast<size_t>(t)]; }

  // The last act before `a` in the trace that changed the memory it looks at, or let it go on; kNoAct if none.
  ActId source(ActId a) const { return source_[a]; }

  // Of all lines together, with all that questions about them can hang on: equal for traces of the same acts, whatever their order.
  uint64_t lines() const;

  // What `a` could be told instead: candidates, none of them certain, each once, its own answer not among them.
  std::vector<uint64_t> other_answers(ActId a) const;

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  friend class TraceModelBuilder;
  void index();

  std::vector<Act> acts_;
  std::vector<ActId> first_;
  std::vector<ActId> order_;
  std::vector<CellId> lists_;
  std::vector<Wakeup> wakeups_;
  std::vector<dependence::Class> what_;
  std::vector<uint64_t> initial_, initial_known_;
  std::vector<ActId> touching_;
  std::vector<uint32_t> touching_first_;
  std::vector<ActId> creator_, source_;
  std::string problem_;
};

inline constexpr ActId kNoAct = UINT32_MAX;

constexpr bool writes_memory(const Act& a) {
  return a.op == Op::kWrite || a.op == Op::kOnceLeave || (a.op == Op::kRmw && !(a.flags & kFailed));
}

}  // namespace heddle::causal
