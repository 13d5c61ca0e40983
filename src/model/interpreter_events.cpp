// What the visible events of a model program need, and what accesses do; see interpreter.h, interpreter_sync.cpp.
#include <bit>

#include "base/check.h"
#include "model/interpreter.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::model {
namespace {

Op op_of(Code code) {
  switch (code) {
    case Code::kRead:
    case Code::kAwait:
    case Code::kReadBlock: return Op::kRead;
    case Code::kWrite:
    case Code::kBeginLife:
    case Code::kWriteBlock: return Op::kWrite;
    case Code::kEndLife: return Op::kFree;
    case Code::kFetchAdd:
    case Code::kExchange:
    case Code::kCompareExchange: return Op::kRmw;
    case Code::kLock: return Op::kLock;
    case Code::kTryLock: return Op::kTryLock;
    case Code::kUnlock: return Op::kUnlock;
    case Code::kReadLock: return Op::kReadLock;
    case Code::kTryReadLock: return Op::kTryReadLock;
    case Code::kCondWait: return Op::kCondWait;
    case Code::kSignal: return Op::kSignal;
    case Code::kBroadcast: return Op::kBroadcast;
    case Code::kSemWait: return Op::kSemWait;
    case Code::kSemTryWait: return Op::kSemTryWait;
    case Code::kSemPost: return Op::kSemPost;
    case Code::kBarrier: return Op::kBarrier;
    case Code::kChoose:
    case Code::kInput: return Op::kChoose;
    default: return Op::kYield;
  }
}

uint64_t object_of(const Instruction& i) {
  const uint64_t offset = 8 * static_cast<uint64_t>(i.object);
  switch (op_of(i.code)) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kFree:
    case Op::kRmw: return kVariableBase + offset;
    case Op::kLock:
    case Op::kTryLock:
    case Op::kUnlock:
    case Op::kReadLock:
    case Op::kTryReadLock: return kMutexBase + offset;
    case Op::kCondWait:
    case Op::kSignal:
    case Op::kBroadcast: return kConditionBase + offset;
    case Op::kSemWait:
    case Op::kSemTryWait:
    case Op::kSemPost: return kSemaphoreBase + offset;
    case Op::kBarrier: return kBarrierBase + offset;
    default: return 0;
  }
}

// It is about several variables, `count` of them.
bool is_about_several(Code code) {
  return code == Code::kReadBlock || code == Code::kWriteBlock || code == Code::kEndLife || code == Code::kBeginLife;
}

// Of an input, whose count is a power of two.
uint32_t bits_of(const Instruction& i) { return static_cast<uint32_t>(std::countr_zero(i.count)); }

}  // namespace

// In a section what may have to wait is tried first: if it need not, nobody comes in between.
static Op tried(Op op) {
  switch (op) {
    case Op::kLock: return Op::kTryLock;
    case Op::kReadLock: return Op::kTryReadLock;
    case Op::kSemWait: return Op::kSemTryWait;
    default: return op;
  }
}

// Fills in the next event of a thread that stands before a visible instruction.
void Interpreter::announce(ThreadId t) {
  const Line& l = line(t);
  const Instruction& i = l.instruction;
  ThreadState& s = threads_[t];
  Event& e = next_[t];
  e = Event();
  e.op = op_of(i.code);
  e.flags = i.plain ? 0 : kAtomic;
  e.thread = t;
  if (i.indexed) {
    const auto place = i.object + static_cast<uint32_t>(value(t, i.b));
    s.place = static_cast<uint8_t>(place % variables_.size());
  }
  e.object = object_of(i.indexed ? located(t, i) : i);
  e.position = l.position;
  if (is_access(e.op)) {
    e.length = is_about_several(i.code) ? 8u * i.count : 4;
    e.order = i.plain ? 0 : i.order;
    if (i.target < 0 && e.op != Op::kWrite && e.op != Op::kFree && i.code != Code::kAwait) e.flags |= kUnused;
    if (i.code == Code::kEndLife) e.second = kEndsLife;
    if (i.code == Code::kBeginLife) e.second = kBeginsLife;
    if (i.code == Code::kFetchAdd) e.second = kAdds;
    if (i.code == Code::kCompareExchange) e.second = kCompares;
    if (i.code == Code::kFetchAdd) e.flags |= kCommutes;
  } else if (e.op == Op::kChoose) {
    e.length = i.count;
    if (i.code == Code::kInput && follower_) e.op = Op::kInput, e.length = bits_of(i);
  } else if (e.op == Op::kBarrier) {
    e.length = static_cast<uint32_t>(program_->barriers[i.object]);
    if (i.target < 0) e.flags |= kUnused;
  } else if (e.op == Op::kCondWait) {
    e.second = kMutexBase + 8 * static_cast<uint64_t>(i.mutex);
    if (s.in_wake) e.op = Op::kCondWake;
  }
  if (i.timed && i.code != Code::kCondWait) e.flags |= kTimed;
  if (s.after_await) e.flags |= kAfterAwait;
  if (s.in_section && !s.tried && !i.timed) e.op = tried(e.op);
  if (waits_before(e.op)) break_section(t);
  if (s.in_section) e.flags |= kInSection;
  if (s.sections > 0) e.flags |= kAtomic, e.order = 5;
}

bool Interpreter::can_perform(ThreadId t) const {
  const Instruction& i = line(t).instruction;
  if (i.timed && next_[t].op != Op::kCondWake) return true;  // it may give up
  switch (next_[t].op) {
    case Op::kLock: return is_free(t, i.object, false);
    case Op::kReadLock: return is_free(t, i.object, true);
    case Op::kCondWake: return mutexes_[i.mutex] == 0;
    case Op::kSemWait: return semaphores_[i.object] > 0;
    default: return true;
  }
}

int Interpreter::values(ThreadId t) const {
  const Instruction& i = line(t).instruction;
  if (next_[t].op == Op::kChoose || next_[t].op == Op::kInput) return i.count;
  if (next_[t].op == Op::kSignal) return std::popcount(waiting_[i.object]);
  return 1;
}

void Interpreter::perform(ThreadId t, int value, std::vector<Event>* log) {
  log_ = log;
  marks_ = 0;
  performing_ = t;
  const Instruction& i = line(t).instruction;
  ThreadState& s = threads_[t];
  Event e = next_[t];
  e.flags |= kScheduled;
  if (is_access(e.op) && fails_at(t, i.indexed ? located(t, i) : i)) {
    log_ = nullptr;
    return;
  }
  s.eager = true;
  const uint16_t here = s.line;
  s.line = static_cast<uint16_t>(here + 1);
  s.after_await = s.in_wake = s.tried = false;
  s.in_section = s.sections > 0 && !waits_after(e.op);
  section_ = s.in_section ? t : -1;
  if (is_access(e.op)) {
    access(t, i.indexed ? located(t, i) : i, e);
    if (i.code == Code::kAwait) {
      Instruction condition = i;
      condition.a = lit(static_cast<int32_t>(e.read));
      if (!holds(t, condition)) {
        s.status = Status::kSpinning;
        break_section(t);
        s.eager = false;
        s.after_await = true;
        s.line = here;
      }
    }
  } else {
    s.line = here;  // findings name this line
    synchronise(t, i, value, e);
    s.tried = waits_before(op_of(i.code)) && (e.flags & kFailed);
    if (s.status == Status::kNext && !s.in_wake && !s.tried) s.line = static_cast<uint16_t>(here + 1);
  }
  if (log_) log_->push_back(e);
  if (log_ && s.status == Status::kSpinning) {
    Event sleeps;
    sleeps.op = Op::kAwait;
    sleeps.flags = kAtomic;
    sleeps.thread = t;
    sleeps.object = e.object;
    sleeps.length = 1;
    sleeps.position = e.position;
    log_->push_back(sleeps);
  }
  if (!over_ && s.eager) go_on(t);
  if (!over_) settle();
  log_ = nullptr;
}

// An access that is no step: it happens with what comes before it.
void Interpreter::perform_lesser(ThreadId t, const Instruction& i) {
  Event e = next_[t];
  access(t, i.indexed ? located(t, i) : i, e);
  if (log_) log_->push_back(e);
}

void Interpreter::store(const Instruction& i, int32_t value, Event& e) {
  int32_t& variable = variables_[i.object];
  e.written = static_cast<uint32_t>(value);
  if (variable == value) return;
  variable = value;
  for (size_t u = 0; u < threads_.size(); ++u)
    if (threads_[u].status == Status::kSpinning && line(static_cast<ThreadId>(u)).instruction.object == i.object)
      threads_[u].eager = true;
}

// What it is about is no more. Then the event is not performed; its thread still stands before it.
bool Interpreter::fails_at(ThreadId t, const Instruction& i) {
  if (i.code == Code::kBeginLife) return false;
  const size_t count = is_about_several(i.code) ? i.count : 1;
  for (size_t v = i.object; v < i.object + count; ++v) {
    if (!gone_[v]) continue;
    fail(i.code == Code::kEndLife ? FindingKind::kDoubleFree : FindingKind::kUseAfterFree, t, next_[t].object,
         "access to a variable that is no more");
    return true;
  }
  return false;
}

void Interpreter::change_life(const Instruction& i, Event& e) {
  std::vector<uint64_t> words;
  for (size_t v = i.object; v < i.object + size_t{i.count}; ++v) {
    gone_[v] = i.code == Code::kEndLife;
    words.push_back(static_cast<uint32_t>(variables_[v]));
  }
  if (i.code == Code::kEndLife) return;
  e.read = e.written = value_of(words, e.length);
  if (contents_ && is_block(e.op, e.object, e.length)) contents_->insert(contents_->end(), words.begin(), words.end());
}

// Each variable has 8 bytes of its own, of which it uses 4.
void Interpreter::access_block(ThreadId t, const Instruction& i, Event& e) {
  std::vector<uint64_t> words(i.count), before(i.count);
  int32_t sum = 0;
  for (uint16_t n = 0; n < i.count; ++n) {
    Instruction one = i;
    one.object = static_cast<uint8_t>(i.object + n);
    Event ignored;
    before[n] = static_cast<uint32_t>(variables_[one.object]);
    if (i.code == Code::kWriteBlock) store(one, value(t, i.a), ignored);
    words[n] = static_cast<uint32_t>(variables_[one.object]);
    sum = static_cast<int32_t>(static_cast<uint32_t>(sum) + static_cast<uint32_t>(variables_[one.object]));
  }
  e.read = value_of(before, e.length);
  if (i.code == Code::kWriteBlock) e.written = value_of(words, e.length);
  if (contents_ && is_block(e.op, e.object, e.length)) contents_->insert(contents_->end(), words.begin(), words.end());
  if (i.code == Code::kReadBlock) result(t, i, sum);
}

// Loops that wait, blocks, and results that nobody looks at are not followed.
bool Interpreter::is_followed(ThreadId t, const Instruction& i) const {
  switch (i.code) {
    case Code::kRead: return i.target >= 0;
    case Code::kFetchAdd: return i.target >= 0 || !follower_->is_known(tracked(t, i.a).term);
    case Code::kExchange:
    case Code::kCompareExchange: return true;
    default: return false;
  }
}

// What has to be known before the thread stands at the event.
void Interpreter::ask_operands(ThreadId t, const Instruction& i) {
  if (i.indexed) ask_value(t, i.b);
  if (i.code == Code::kWriteBlock) ask_value(t, i.a);
  if (i.code == Code::kAwait) ask_value(t, i.b);
}

// The terms of an access that is about to be performed and comes next in the log. Returns that of what it reads.
TermId Interpreter::follow_access(ThreadId t, const Instruction& i) {
  if (!follower_ || !log_) return kNoTerm;
  const size_t event = log_->size();
  const Follower::Tracked a = tracked(t, i.a), b = tracked(t, i.b);
  if (i.code == Code::kWrite && !follower_->is_known(a.term)) follower_->write(event, a.term);
  if (!is_followed(t, i)) return kNoTerm;
  const int32_t old = variables_[i.object];
  const TermId read = follower_->fill(t, event);
  if (i.code == Code::kFetchAdd) follower_->write(event, follower_->compute(TermOp::kAdd, {old, read}, a));
  if (i.code == Code::kExchange && !follower_->is_known(a.term)) follower_->write(event, a.term);
  if (i.code == Code::kCompareExchange) {
    follower_->write(event, follower_->pair(a, b));
    follower_->know(follower_->equal({old, read}, a), old == a.value);
  }
  return read;
}

void Interpreter::access(ThreadId t, const Instruction& i, Event& e) {
  if (i.code == Code::kEndLife || i.code == Code::kBeginLife) return change_life(i, e);
  if (i.code == Code::kReadBlock || i.code == Code::kWriteBlock) return access_block(t, i, e);
  const int32_t old = variables_[i.object];
  const TermId read = follow_access(t, i);
  e.read = static_cast<uint32_t>(old);
  switch (i.code) {
    case Code::kWrite: store(i, value(t, i.a), e); return;
    case Code::kFetchAdd:
      store(i, static_cast<int32_t>(static_cast<uint32_t>(old) + static_cast<uint32_t>(value(t, i.a))), e);
      break;
    case Code::kExchange: store(i, value(t, i.a), e); break;
    case Code::kCompareExchange:
      if (old == value(t, i.a)) store(i, value(t, i.b), e);
      else e.flags |= kFailed, e.written = static_cast<uint32_t>(value(t, i.a)), e.order = failure_order(i.order);
      break;
    default: break;
  }
  result(t, i, old, read);
}

}  // namespace heddle::model
