// PathIndex: where to look for the conflicts of an event without looking at the whole run.
//
// Memory is cut into places of 8 bytes; a lock, a condition and the like are at the place of their address. For each
// place, thread and role (read, write, take a lock, …) there is a list of the events, latest first. Roles are made so
// that whole lists can be passed over: two reads never conflict, nor do two failed tries. Of the other lists usually
// only the first entry matters, since what comes before it in its thread comes before it in every order.
//
//   index.look_before(event);
//   for (size_t i; (i = index.next(past)) != PathIndex::kNone;) ...   // latest first; not what is in the past by now
//
// A stack: events are pushed as the run goes on and popped when the search backtracks. It may name events that do not
// conflict after all (neighbours in one place), never the other way round. Accesses to very much memory have a list of
// their own that everybody looks at, and look at everything themselves.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/event.h"

namespace heddle {

class PathIndex {
 public:
  enum Role : uint8_t {
    kRead,  // an access that does not write
    kWrite,
    kTake,        // takes a lock alone
    kTakeShared,  // takes a lock as a reader
    kFailedTry,   // a try, or an unlock, that was refused
    kCalm,        // conflicts with none of its like: posts, waits on a condition or a futex
    kSync,        // anything else that is no access
    kRoles
  };
  static constexpr uint32_t kTakers = 1u << kTake | 1u << kTakeShared;
  static constexpr uint32_t kAnySync = kTakers | 1u << kFailedTry | 1u << kCalm | 1u << kSync;
  static constexpr size_t kNone = UINT32_MAX;

  size_t size() const { return first_node_.size(); }
  void push(const Event& event);
  // Only the first `count` events stay.
  void pop_to(size_t count);
  // No events, and room for this many threads.
  void clear(size_t threads);

  // Begins a walk over the events of other threads that may conflict with `event`.
  void look_before(const Event& event);
  // Likewise over those with these roles at one address.
  void look_at(uint64_t address, uint32_t roles, ThreadId except);
  // The next event of the walk, or kNone. Events that the clock `past` covers are left out; null leaves out none.
  size_t next(const uint32_t* past);

  // How many times the lock that event k is about was held before it.
  // How often a lock is held after all events.
  int holds_now(uint64_t lock) const;
  int holds_before(size_t k) const { return lock_uses_[k].holds; }
  // The event before k that is about the same lock, or kNone.
  size_t previous_on_lock(size_t k) const;
  // The first event of a thread after event i, or kNone.
  size_t first_after(ThreadId thread, size_t i) const;

 private:
  static constexpr uint64_t kManyPlaces = 64;  // an access to more is wide
  static constexpr uint64_t kWide = UINT64_MAX;

  struct Place {
    uint64_t key = 0;           // address / 8 + 1, or kWide; 0 for an unused entry of the table
    uint32_t lists = 0;         // index of its first list in `heads_`
    uint32_t roles = 0;         // roles that ever occurred here
    uint32_t last_use = kNone;  // the latest event that is about a lock here
  };
  // An event in one list.
  struct Node {
    uint32_t event;
    uint32_t list;      // index into `heads_`
    uint32_t previous;  // the node before it in its list
  };
  struct LockUse {
    uint64_t lock = 0;        // 0: none
    uint32_t before = kNone;  // the event before it at this place that is about a lock, be it another one
    int holds = 0;            // see holds_before
    int holds_after = 0;
  };
  struct Cursor {
    uint32_t node;
    ThreadId thread;
  };

  size_t slot(uint64_t key) const;
  const Place* find(uint64_t key) const;
  Place& find_or_add(uint64_t key);
  void double_table();
  void add(uint64_t key, Role role, ThreadId thread);
  void use_lock(const Event& event);
  void look(uint64_t key, uint32_t roles, ThreadId except);

  size_t stride_ = 4;                             // threads there is room for
  size_t used_ = 0;                               // entries of the table in use
  bool any_wide_ = false;                         // there was a wide access
  std::vector<Place> table_;                      // open addressing; its size is a power of two
  std::vector<uint32_t> heads_;                   // per place, role and thread: the latest node
  std::vector<Node> nodes_;                       // a stack
  std::vector<uint32_t> first_node_;              // event -> its first node
  std::vector<LockUse> lock_uses_;                // event -> the lock it is about
  std::vector<ThreadId> threads_;                 // event -> its thread
  std::vector<std::vector<uint32_t>> of_thread_;  // thread -> its events
  std::vector<Cursor> cursors_;                   // of the walk under way
  size_t everything_ = 0;                         // a walk over all events: how many are left
  ThreadId except_ = 0;                           // of the walk under way
};

}  // namespace heddle
