// pthread_once and the guards of function-local statics. Compiled with exceptions: an initialiser may throw, and
// the flag is then new again.
#include "runtime/entries.h"
#include "runtime/interpose.h"
#include "runtime/shadow.h"
#include "runtime/unseen.h"

namespace heddle::rt {

// A library looks at its guards itself before it asks, which nobody sees; so they are left alone.
static Sight is_visible(uint64_t address, uint32_t size, uint64_t position) {
  Sight sight = object_is_visible(address, size, position);
  if (is_untracked(address)) sight.visible = false;
  return sight;
}

namespace {

class Leave {
 public:
  Leave(int* flag, uint64_t position) : flag_(flag), position_(position) {}
  ~Leave() {
    const Sight visible = is_visible(at(flag_), 4, position_);
    if (visible) reach_object(visible, Op::kOnceLeave, at(flag_), 0, position_);
    *flag_ = done ? kOnceDone : kOnceNew;
    if (visible) record(0, done);
  }
  bool done = false;

 private:
  int* flag_;
  uint64_t position_;
};

}  // namespace

void once(int* flag, void (*run)(), uint64_t position) {
  const Sight visible = is_visible(at(flag), 4, position);
  if (visible || *flag == kOnceRunning) reach_object(visible, Op::kOnceEnter, at(flag), 0, position, Wait::kOnce);
  const bool mine = *flag != kOnceDone;
  if (mine) *flag = kOnceRunning;
  if (visible) record(mine);
  if (!mine) return;
  spin_dirty();
  Leave leave(flag, position);
  EntryAround entry;
  note_callback(reinterpret_cast<uint64_t>(run), "what pthread_once calls is");
  run();
  leave.done = true;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

HEDDLE_API int pthread_once(pthread_once_t* flag, void (*run)()) {
  if (!controlled()) {
    if (real.pthread_once == nullptr) real_start();
    return real.pthread_once(flag, run);
  }
  once(flag, run, HERE);
  return 0;
}
HEDDLE_API void call_once(once_flag* flag, void (*run)()) {
  if (!controlled()) return real.call_once(flag, run);
  once(reinterpret_cast<int*>(flag), run, HERE);
}

namespace {
void guard_leave(void* guard, bool done, uint64_t position) {
  auto* bytes = static_cast<uint8_t*>(guard);
  const Sight visible = is_visible(at(guard), 8, position);
  if (visible) reach_object(visible, Op::kOnceLeave, at(guard), 0, position);
  bytes[0] = done;
  bytes[1] = 0;
  if (visible) record(0, done);
}
}  // namespace

HEDDLE_API int __cxa_guard_acquire(void* guard) {
  if (!controlled()) {
    if (real.cxa_guard_acquire == nullptr) real_start();
    return real.cxa_guard_acquire(guard);
  }
  auto* bytes = static_cast<uint8_t*>(guard);
  const Sight visible = is_visible(at(guard), 8, HERE);
  if (visible || bytes[1] != 0) reach_object(visible, Op::kOnceEnter, at(guard), 0, HERE, Wait::kGuard);
  const bool mine = bytes[0] == 0;
  if (mine) bytes[1] = 1;
  if (visible) record(mine);
  if (mine) spin_dirty();
  return mine;
}
HEDDLE_API void __cxa_guard_release(void* guard) {
  if (controlled()) guard_leave(guard, true, HERE);
  else real.cxa_guard_release(guard);
}
HEDDLE_API void __cxa_guard_abort(void* guard) {
  if (controlled()) guard_leave(guard, false, HERE);
  else real.cxa_guard_abort(guard);
}
