// Awareness: who knows of one access, the watched one, in the sense of C++: for which threads does it happen before what they do
// next, and which objects hand that on. One bit for each is enough: a vector clock (trace/happens_before.h) says the same of all
// events at once, and a search of states that carried clocks would hardly ever come to a state twice.
//
// A search (reach.h) watches one access after the other. If another thread comes to an access that conflicts with it and does not
// know of it, the two race: whatever memory orders and failed tries stand between them.
//
// Accesses that a thread makes before it hands anything on become known together, so they are watched together: as long as nobody else can
// know of those that are watched, others of the same thread may be added.
//
// What hands it on is what happens_before.h lists. Objects are named by their addresses, as there.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "causal/pool.h"
#include "causal/state_set.h"
#include "trace/happens_before.h"

namespace heddle::causal {

class Awareness {
 public:
  // Gets it wrong on purpose, to test that the oracle notices.
  void set_fault(OrderFault fault) { fault_ = fault; }
  // Nothing is watched, and nothing can be taken back. `fences`: there are some that acquire.
  void clear(bool fences);
  // From now on: this access, just performed by the thread with this index.
  void watch(int thread, NodeId access, const Node& n, bool writes);
  // And this one, just performed by the same thread, if nobody could know of the others before.
  void watch_too(NodeId access, const Node& n, bool writes);
  bool watches() const { return !watched_.empty(); }
  struct Watched {
    NodeId access;
    bool writes;          // it does
    uint64_t begin, end;  // in memory
  };
  const std::vector<Watched>& watched() const { return watched_; }
  int thread() const { return thread_; }
  // The watched accesses that were made before the memory in this range was freed do not count there any more: what is there now is
  // something else.
  struct Ended {
    uint64_t begin, end;
    size_t watched;
  };
  // Does the k-th watched access meet with this one in memory that was not freed since?
  bool still_meets(size_t k, const Node& second) const;
  // What of it matters to the watched accesses, for a state's hash.
  StateHash ended() const;
  // Only its thread knows, and will hand on all that it knows when it hands on any of it.
  bool is_secret() const {
    return watches() && knows_ == uint64_t{1} << thread_ && heard_ == 0 && fenced_ == 0 && objects_.empty();
  }
  bool knows(int i) const { return knows_ >> i & 1; }

  // Can somebody else get to know, by what stands at the node, of what its thread did before?
  bool may_hand_on(const Node& n) const;

  // The event of thread i at a node was performed. `word`: what its object held before; `now`: holds since.
  struct Performed {
    int thread;
    ThreadId id;
    bool failed;
    uint64_t word, now;
  };
  void take(const Node& n, const Performed& p);
  void fence(const Node& n, int i);
  void begin(int creator, int thread);
  void join(int i, int ended);

  // Of thread i: what it knows, and what its next fence or release would make of it.
  unsigned bits(int i) const {
    return static_cast<unsigned>(knows_ >> i & 1) | static_cast<unsigned>(heard_ >> i & 1) << 1 |
           static_cast<unsigned>(fenced_ >> i & 1) << 2;
  }
  // What objects hand on.
  StateHash objects() const;

  size_t mark() const { return log_.size(); }
  void undo(size_t mark);

 private:
  // An object: its address, and whether it is handed on to later writers only (the end of reading).
  using Key = uint64_t;
  static Key key(uint64_t address, bool to_writers = false) { return address << 1 | to_writers; }
  bool has(Key k) const { return std::ranges::find(objects_, k) != objects_.end(); }
  void put(Key k, bool has);
  void add(Key k, bool also) {
    if (also) put(k, true);
  }
  void learn(int i, bool knows) {
    if (knows) set(knows_, knows_ | uint64_t{1} << i);
  }
  void set(uint64_t& bits, uint64_t value);
  void access(const Node& n, const Performed& p);
  void access_object(const Node& n, const Performed& p, Key object);
  void lock(int i, uint64_t object, bool shared);
  void unlock(int i, uint64_t object, bool writes);
  void end_lives(const Node& free);

  struct Change {
    enum What : uint8_t { kKnows, kHeard, kFenced, kPut, kRemoved, kWatched, kEnded } what;
    uint64_t before;
  };
  std::vector<Watched> watched_;  // accesses, in the order in which they were made
  int thread_ = -1;
  bool fences_ = false;
  OrderFault fault_ = OrderFault::kNone;
  uint64_t knows_ = 0;   // threads
  uint64_t heard_ = 0;   // threads whose relaxed reads were told of it; the next fence that acquires makes them know
  uint64_t fenced_ = 0;  // threads whose relaxed writes hand it on, since a fence
  std::vector<Key> objects_;  // that hand it on, in no order
  std::vector<Ended> ended_;  // in the order in which it was freed
  std::vector<Change> log_;
};

}  // namespace heddle::causal
