// Unnoticed: steps whose order nobody notices, so that partial order reduction need not try both. Two kinds, after "critical-section
// peeking" and "write-write pruning" of Kusano and Wang (Assertion Guided Abstraction, ASE 2014):
//
//   - Sections (sections.h): two threads that take the same mutex for different things. The mutex itself decides nothing; what is
//     done under it is one step, which conflicts with what its accesses conflict with.
//   - Overwritten (overwritten.h): a write that its own thread replaces before anybody looks.
//
// What makes a step one of these is true of all runs or not at all, and one run cannot tell. So it is assumed until a run shows
// otherwise; each run is asked. Once an assumption fails that earlier runs were judged by, everything begins anew without it. When the
// search ends, no run has contradicted what is left: and that is enough. Suppose some execution contradicts it. Up to the
// first event that does, it keeps to the assumptions; so it can be reordered, keeping what each thread has seen, into the beginning
// of a run that was made, where that event was next, and happened. The published conditions look at the two critical sections at hand only;
// a third thread that sees both of them half-done, without the lock, is missed by them and noticed here.
//
//   Unnoticed unnoticed(options);
//   if (!unnoticed.learn(trace)) begin_anew();
//   path.follow(trace, kept, unnoticed.roles(), …);
//
// Data races are none of its business: which of them exist depends on orders that nobody notices.
#pragma once
#include <span>
#include <vector>

#include "base/bytes.h"
#include "explore/engine.h"
#include "explore/overwritten.h"
#include "explore/sections.h"
#include "trace/trace.h"

namespace heddle {

// What an event is to partial order reduction.
enum class Role : uint8_t {
  kStep,    // a step like any other
  kMuted,   // conflicts with nothing
  kOpens,   // likewise, and begins a unit: nobody has to come before it ends
  kInside,  // of the unit that was begun
  kCloses,  // muted; the unit's last one
};

class Unnoticed {
 public:
  explicit Unnoticed(UnnoticedOptions options, Fault fault = Fault{})
      : options_(options), sections_(fault), overwritten_(fault) {}

  bool in_use() const { return options_.peek || options_.prune; }
  // False: what earlier runs were judged by is not so.
  bool learn(const Trace& trace);
  // Of the events of the trace that was learned last; empty if all are steps like any other.
  std::span<const Role> roles() const { return roles_; }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  UnnoticedOptions options_;
  Sections sections_;
  Overwritten overwritten_;
  std::vector<Role> roles_;
};

}  // namespace heddle
