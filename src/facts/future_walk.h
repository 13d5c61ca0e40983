// FutureWalk: may a thread other than the one that asks, which stands before an access, still conflict with that access?
//
//   FutureWalk walk(futures, FutureWalk::Precision::kHybrid);
//   walk.may_conflict(access, others, world);
//
// The other threads are followed from where they stand, frame by frame, along all ways that their functions can take, into the functions that
// they call and the threads that they start, as far as they can get while the asking thread stays where it is: who waits for a mutex that it
// holds, or for its end, goes no further. An address is compared where it can be computed: from variables, from parameters and locals that will not
// change any more, and from memory that none of those threads may still write (Parizek, Hybrid Analysis for Partial Order Reduction of
// Programs with Arrays, VMCAI 2016; there for indexes, here for whole addresses, and for ranges of loops).
//
// Errs on one side: what is not known conflicts. Allocates nothing once it is made.
#pragma once
#include <memory>
#include <span>

#include "facts/futures.h"

namespace heddle::facts {

// What the walk wants to know of the moment.
class FutureWorld {
 public:
  virtual ~FutureWorld() = default;
  virtual bool read(uint64_t address, uint32_t bytes, uint64_t& value) const = 0;
  // The object in which this address lies: a variable, a local, a block of the heap.
  virtual bool object(uint64_t address, uint64_t& begin, uint64_t& end) const = 0;
  virtual bool in_heap(uint64_t address) const = 0;
  // Does the asking thread hold this mutex? Is it the one with this handle?
  virtual bool holds(uint64_t mutex) const = 0;
  virtual bool is_asker(uint64_t handle) const = 0;
};

struct StandingFrame {
  const FutureFunction* function;
  uint32_t item;          // the one that comes next, or the call that is under way
  const uint64_t* slots;  // what they hold
};
struct StandingThread {
  std::span<const StandingFrame> frames;  // innermost first
  // Not null: comes after the outermost one, with this argument.
  const FutureFunction* after = nullptr;
  uint64_t argument = 0;
};

struct FutureAccess {
  uint64_t address = 0, size = 0;
  bool writes = false, frees = false;
  std::array<uint32_t, 3> type{};
};

// Faults for tests.
enum class FutureFault : uint8_t {
  kNone,
  kIgnoreIndexes,
  kIgnoreCallers,
  kIgnoreThreads,
  kIgnoreUpdates,
  kStaleLocals
};

class FutureWalk {
 public:
  enum class Precision : uint8_t { kFields, kHybrid };
  FutureWalk(const Futures& futures, Precision precision, FutureFault fault = FutureFault::kNone, bool loads = true);

  bool may_conflict(const FutureAccess& access, std::span<const StandingThread> others, const FutureWorld& world);

 private:
  struct Interval {
    bool known = false;
    int64_t low = 0, high = 0;
    bool single() const { return known && low == high; }
  };
  // A function in which a thread stands, or that it may enter.
  struct Activation {
    const FutureFunction* function;
    const uint64_t* slots;  // null: only parameters are known
    uint32_t item;          // with slots: where it stands
    const Interval* parameters;
    uint32_t use = 0;  // the item whose address is being computed
  };

  bool any_conflict(bool loads);
  bool walk_thread(const StandingThread& thread);
  // Each returns whether the function may be left.
  bool walk(Activation& activation, uint32_t item);
  bool enter(const FutureFunction& function, const Interval* arguments, uint32_t count);
  bool visit(Activation& activation, uint32_t item);
  bool visit_call(Activation& activation, const ItemRow& item);
  void compare(Activation& activation, const ItemRow& item);
  bool bounds(Activation& activation, const ItemRow& item, Interval& where);
  bool types_differ(const ItemRow& item) const;

  Interval evaluate(Activation& activation, uint32_t expression);
  Interval slot(const Activation& activation, uint32_t number);
  Interval load(Activation& activation, const ExpressionRow& row);
  bool value_is_lost(const Activation& activation, const SlotRow& slot) const;
  bool passes_by(const FutureFunction& f, uint32_t from, uint32_t to, const SlotRow& slot);
  bool may_be_written(uint64_t address, uint64_t size, const std::array<uint32_t, 3>& type);

  struct Entered {
    uint32_t function;
    uint64_t parameters;  // a hash
    bool leaves, done;
  };
  static constexpr uint32_t kMostWork = 200000;
  static constexpr uint32_t kMostEntered = 4096;
  static constexpr uint32_t kMostMarks = 1 << 20;
  static constexpr int kMostDepth = 24;

  const Futures& futures_;
  const Precision precision_;
  const FutureFault fault_;
  const FutureWorld* world_ = nullptr;
  std::span<const StandingThread> others_;
  FutureAccess access_;
  std::unique_ptr<FutureWalk> writers_;  // answers who may write what an address is computed from; has none itself
  bool loads_ = true;                    // memory may be looked at to compute an address
  bool conflict_ = false;
  uint32_t work_ = 0;
  int depth_ = 0;
  std::vector<Entered> entered_;
  std::vector<uint64_t> marks_;  // blocks that were visited, a stack of sets
  uint32_t marks_used_ = 0;
  std::vector<Interval> parameters_;  // of functions entered, a stack
  struct Written {
    uint64_t address;
    bool written;
  };
  static constexpr uint32_t kMostWritten = 64;
  Written written_[kMostWritten];
  uint32_t written_count_ = 0;
};

}  // namespace heddle::facts
