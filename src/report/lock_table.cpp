#include "report/lock_table.h"

#include <algorithm>

namespace heddle {

void LockTable::follow(const Event& e, size_t index) {
  const bool failed = (e.flags & kFailed) != 0;
  switch (e.op) {
    case Op::kLock:
    case Op::kTryLock:
    case Op::kReadLock:
    case Op::kTryReadLock:
      if (!failed) held_.push_back({e.object, e.thread, index});
      break;
    case Op::kCondWake: held_.push_back({e.second, e.thread, index}); break;
    case Op::kUnlock:
      if (!failed) release(e.object, e.thread);
      break;
    case Op::kCondWait: release(e.second, e.thread); break;
    default: break;
  }
}

void LockTable::release(uint64_t lock, ThreadId thread) {
  const auto own = std::find_if(held_.rbegin(), held_.rend(),
                                [&](const Holding& h) { return h.lock == lock && h.thread == thread; });
  if (own != held_.rend()) held_.erase(std::next(own).base());
}

const LockTable::Holding* LockTable::holder(uint64_t lock) const {
  const auto last = std::find_if(held_.rbegin(), held_.rend(), [&](const Holding& h) { return h.lock == lock; });
  return last == held_.rend() ? nullptr : &*last;
}

}  // namespace heddle
