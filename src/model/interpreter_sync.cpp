// What locks, conditions, semaphores and barriers of a model program do; see interpreter.h.
#include <bit>

#include "base/check.h"
#include "model/interpreter.h"

namespace heddle::model {
namespace {

uint8_t nth_bit(uint32_t bits, int n) {
  while (n-- > 0) bits &= bits - 1;
  return static_cast<uint8_t>(std::countr_zero(bits));
}

}  // namespace

bool Interpreter::is_free(ThreadId t, uint8_t mutex, bool shared) const {
  const int32_t m = mutexes_[mutex];
  return shared ? m <= 0 : m == 0 || (mutex == program_->recursive && m == t + 1);
}

bool Interpreter::take(ThreadId t, uint8_t mutex, bool shared) {
  int32_t& m = mutexes_[mutex];
  if (!is_free(t, mutex, shared)) return false;
  if (mutex == program_->recursive) ++depth_;
  m = shared ? m - 1 : t + 1;
  if (shared) ++reads(t, mutex);
  return true;
}

bool Interpreter::release(ThreadId t, uint8_t mutex) {
  int32_t& m = mutexes_[mutex];
  if (m >= 0 ? m != t + 1 : reads(t, mutex) == 0) {
    fail(FindingKind::kLockMisuse, t, kMutexBase + 8 * static_cast<uint64_t>(mutex),
         "unlock of a mutex that is not held");
    return false;
  }
  if (mutex == program_->recursive && --depth_ > 0) return true;
  if (m < 0) --reads(t, mutex);
  m = m > 0 ? 0 : m + 1;
  return true;
}

// The next event of a thread that waited for a condition is to take its mutex again.
void Interpreter::wake(ThreadId t) {
  threads_[t].status = Status::kNext;
  threads_[t].in_wake = true;
  announce(t);
}

void Interpreter::synchronise(ThreadId t, const Instruction& i, int value, Event& e) {
  ThreadState& s = threads_[t];
  if (i.timed && i.code != Code::kCondWait) {
    const bool free =
        i.code == Code::kSemWait ? semaphores_[i.object] > 0 : is_free(t, i.object, i.code == Code::kReadLock);
    result(t, i, free);
    if (!free) {
      e.second = static_cast<uint64_t>(e.op);
      e.op = Op::kTimeout;
      return;
    }
  }
  switch (e.op) {
    case Op::kLock:
    case Op::kReadLock: CHECK(take(t, i.object, e.op == Op::kReadLock)); break;
    case Op::kTryLock:
    case Op::kTryReadLock: {
      const bool taken = take(t, i.object, e.op == Op::kTryReadLock);
      if (!taken) e.flags |= kFailed;
      result(t, i, taken);
      break;
    }
    case Op::kUnlock: {
      const bool refused = i.object == program_->recursive && mutexes_[i.object] != t + 1;
      if (refused) e.flags |= kFailed;
      else release(t, i.object);
      result(t, i, !refused);
      break;
    }
    case Op::kCondWait:
      if (!release(t, i.mutex)) break;
      waiting_[i.object] |= 1u << t;
      if (i.timed) e.written = kMayGiveUp;
      s.status = Status::kWaiting;
      s.eager = false;
      next_[t].op = Op::kTimeout;  // what it would do if it were picked before a signal
      next_[t].flags = kAtomic;
      break;
    case Op::kTimeout:
      waiting_[i.object] &= ~(1u << t);
      e.read = 1;
      s.eager = false;
      s.gave_up = true;
      wake(t);
      break;
    case Op::kCondWake:
      CHECK(take(t, i.mutex, false));
      e.read = s.gave_up;
      if (i.timed) result(t, i, !s.gave_up);
      s.gave_up = false;
      break;
    case Op::kSignal:
    case Op::kBroadcast: {
      uint32_t woken = waiting_[i.object];
      if (e.op == Op::kSignal && woken) {
        const uint8_t one = nth_bit(woken, value);
        e.read = one + 1u;
        woken = 1u << one;
      }
      waiting_[i.object] &= ~woken;
      for (; woken; woken &= woken - 1) {
        wake(static_cast<ThreadId>(std::countr_zero(woken)));
      }
      break;
    }
    case Op::kSemWait:
    case Op::kSemTryWait: {
      int32_t& count = semaphores_[i.object];
      e.read = static_cast<uint32_t>(count);
      if (!i.timed) result(t, i, count > 0);
      if (count > 0) --count;
      else e.flags |= kFailed;
      break;
    }
    case Op::kSemPost: e.read = static_cast<uint32_t>(semaphores_[i.object]++); break;
    case Op::kBarrier: {
      uint32_t& arrived = arrived_[i.object];
      if (arrived == 0) rounds_[i.object] = ++round_;
      e.written = rounds_[i.object];
      arrived |= 1u << t;
      result(t, i, 0);
      if (std::popcount(arrived) < program_->barriers[i.object]) {
        s.status = Status::kArrived;
        s.eager = false;
        break;
      }
      e.read = 1;
      result(t, i, 1);
      arrived &= ~(1u << t);
      for (; arrived; arrived &= arrived - 1) {
        ThreadState& other = threads_[std::countr_zero(arrived)];
        other.eager = true;
        ++other.line;
      }
      break;
    }
    case Op::kChoose:
      e.read = static_cast<uint32_t>(value);
      result(t, i, value);
      break;
    case Op::kInput:
      e.read = static_cast<uint32_t>(value);
      result(t, i, value, log_ ? follower_->fill(t, log_->size()) : kNoTerm);
      break;
    default: break;
  }
}

}  // namespace heddle::model
