// What partial order reduction has to know about single events beyond whether two conflict: what takes, holds and waits
// for a lock or a unit of a semaphore. Private to the path's sources.
#pragma once
#include "trace/contents.h"
#include "trace/dependence.h"

namespace heddle {

using dependence::Class;
using dependence::class_of;
using dependence::lock_of;

// Here the right to run an initialiser counts as a lock.
inline bool is_held(const OpTraits& t) { return t.resource != Resource::kNone && t.resource != Resource::kUnit; }

inline bool releases_lock(const Event& e) {
  const OpTraits& t = traits(e.op);
  return t.hold == Hold::kReleases && is_held(t) && !(e.flags & kFailed);
}

inline bool takes_lock(const Event& e) {
  const OpTraits& t = traits(e.op);
  if (!is_held(t) || t.hold == Hold::kNothing || t.hold == Hold::kReleases) return false;
  return t.resource == Resource::kOnce ? e.read == 1 : !(e.flags & kFailed);
}
// The object that only one thread, or only readers, can hold.
inline uint64_t held_object(const Event& e) { return class_of(e.op) == Class::kOnce ? e.object : lock_of(e); }

// Waits until it can take a lock, or a unit of a semaphore.
inline bool blocks_on_lock(const Event& e) {
  return waits_before(e.op) && is_held(traits(e.op)) && !(e.flags & kTimed);
}
inline bool blocks_on_semaphore(const Event& e) {
  return waits_before(e.op) && traits(e.op).resource == Resource::kUnit && !(e.flags & kTimed);
}
inline bool takes_unit(const Event& e) {
  const OpTraits& t = traits(e.op);
  return t.resource == Resource::kUnit && t.hold != Hold::kReleases && !(e.flags & kFailed);
}

// Whether a write changes what `read` looks at, and would without an earlier write that it does not depend on. One that changed
// nothing might have then, where both set the same bit or raise the same maximum.
enum class Changes : uint8_t { kNo, kYes, kPerhaps };
inline Changes changes_alone(const Event& write, const Event& read) {
  const bool within = write.object >= read.object && write.object + write.length <= read.object + read.length;
  if (!within || write.op == Op::kFree || is_block(write.op, write.object, write.length)) return Changes::kPerhaps;
  if (write.read != write.written) return Changes::kYes;
  return write.op == Op::kWrite || write.second == kAdds || write.second == kXors ? Changes::kNo : Changes::kPerhaps;
}

}  // namespace heddle
