// The interpreter of model programs: local code, thread structure and stopping; see interpreter.h.
// What visible events do to shared state is in interpreter_events.cpp.
#include "model/interpreter.h"

#include <bit>
#include <cstdio>

#include "base/check.h"
#include "base/hash.h"

namespace heddle::model {

Interpreter::Interpreter(const FlatProgram& program)
    : program_(&program), threads_(program.threads.size()), next_(program.threads.size()),
      variables_(program.variables), gone_(variables_.size()), mutexes_(static_cast<size_t>(program.mutexes)),
      reading_(mutexes_.size() * threads_.size()), waiting_(static_cast<size_t>(program.conditions)),
      semaphores_(program.semaphores), arrived_(program.barriers.size()), rounds_(program.barriers.size()) {}

int32_t Interpreter::value(ThreadId t, Value v) const {
  return v.is_register ? threads_[t].registers[v.number] : v.number;
}

bool Interpreter::holds(ThreadId t, const Instruction& i) const {
  const int32_t a = value(t, i.a), b = value(t, i.b);
  switch (i.compare) {
    case Compare::kEqual: return a == b;
    case Compare::kNotEqual: return a != b;
    case Compare::kLess: return a < b;
    case Compare::kGreater: return a > b;
  }
  return false;
}

void Interpreter::compute(ThreadId t, const Instruction& i, TermOp op) {
  const Follower::Tracked a = tracked(t, i.a), b = tracked(t, i.b);
  const uint64_t value = apply(op, 32, 32, static_cast<uint32_t>(a.value), static_cast<uint32_t>(b.value), 0);
  result(t, i, static_cast<int32_t>(static_cast<uint32_t>(value)), follower_ ? follower_->compute(op, a, b) : kNoTerm);
}

// The instruction with the variable that it is about.
Instruction Interpreter::located(ThreadId t, const Instruction& i) const {
  Instruction at = i;
  at.object = threads_[t].place;
  at.indexed = false;
  return at;
}

Follower::Tracked Interpreter::tracked(ThreadId t, Value v) const {
  return {value(t, v), v.is_register ? threads_[t].terms[v.number] : kNoTerm};
}

// Whether the condition of the instruction holds; the thread has asked for it.
bool Interpreter::asked(ThreadId t, const Instruction& i) {
  if (follower_ && log_) {
    const Follower::Tracked a = tracked(t, i.a), b = tracked(t, i.b);
    const bool equality = i.compare == Compare::kEqual || i.compare == Compare::kNotEqual;
    const bool greater = i.compare == Compare::kGreater;
    const TermId term = equality ? follower_->equal(a, b) : greater ? follower_->less(b, a) : follower_->less(a, b);
    const bool answer = holds(t, i) != (i.compare == Compare::kNotEqual);
    const uint8_t stops = i.code != Code::kAssume ? 0 : holds(t, i) == answer ? 1 : 2;
    follower_->ask(t, term, answer, log_->size(), line(t).position, stops);
  }
  return holds(t, i);
}

void Interpreter::ask_value(ThreadId t, Value v) {
  if (!follower_ || !log_) return;
  const Follower::Tracked a = tracked(t, v);
  follower_->ask(t, a.term, static_cast<uint32_t>(a.value), log_->size(), line(t).position);
}

void Interpreter::result(ThreadId t, const Instruction& i, int32_t value, TermId term) {
  if (i.target < 0) return;
  threads_[t].registers[i.target] = value;
  threads_[t].terms[i.target] = term;
}

void Interpreter::structure(Op op, ThreadId t, uint64_t object, uint64_t read) {
  if (!log_) return;
  Event e;
  e.op = op;
  e.flags = kAtomic;
  e.thread = t;
  e.object = object;
  e.read = read;
  e.position = line(t).position;
  log_->push_back(e);
}

void Interpreter::fail(FindingKind kind, ThreadId t, uint64_t object, const char* message) {
  over_ = true;
  outcome_ = Outcome::kFinding;
  finding_ = Finding();
  finding_.kind = kind;
  finding_.thread = t;
  finding_.event = log_ ? static_cast<uint32_t>(log_->size()) : 0;
  finding_.position = line(t).position;
  finding_.object = object;
  std::snprintf(finding_.message, sizeof finding_.message, "%s", message);
}

void Interpreter::start(std::vector<Event>* log) {
  log_ = log;
  threads_[0].eager = true;
  settle();
  log_ = nullptr;
}

// Runs everyone who can go on without an event.
void Interpreter::settle() {
  for (size_t t = 0; t < threads_.size() && !over_; ++t)
    if (threads_[t].eager) {
      go_on(static_cast<ThreadId>(t));
      t = SIZE_MAX;  // from the smallest id again
    }
}

// Runs local code of thread t until it reaches a visible event, blocks or ends.
void Interpreter::go_on(ThreadId t) {
  ThreadState& s = threads_[t];
  s.eager = false;
  if (s.status == Status::kUnborn) structure(Op::kBegin, t, 0);
  s.status = Status::kNext;
  while (!over_ && local(t)) {
  }
}

// One line of local code or thread structure. False if the thread cannot go on by itself.
bool Interpreter::local(ThreadId t) {
  ThreadState& s = threads_[t];
  const Line& l = line(t);
  const Instruction& i = l.instruction;
  switch (l.kind) {
    case Line::kUnless: s.line = asked(t, i) ? static_cast<uint16_t>(s.line + 1) : l.jump; return true;
    case Line::kStartLoop:
      s.counters[l.slot] = 0;
      ++s.line;
      return true;
    case Line::kLoopHead:
      if (i.count == kForever) {
        const bool can_be_left = i.a.is_register || i.b.is_register;
        marks_ |= s.counters[l.slot] == 0 || !can_be_left ? Step::kProgresses : t == performing_ ? Step::kTries : 0;
        s.counters[l.slot] = 1;
        s.line = asked(t, i) ? static_cast<uint16_t>(s.line + 1) : l.jump;
        return true;
      }
      if (s.counters[l.slot] < i.count && asked(t, i)) {
        ++s.counters[l.slot];
        ++s.line;
      } else {
        s.line = l.jump;
      }
      return true;
    case Line::kJump: s.line = l.jump; return true;
    case Line::kEnter: ++s.sections, ++s.line; return true;
    case Line::kLeave:
      ++s.line;
      if (--s.sections == 0) break_section(t);
      return true;
    case Line::kFinish: finish_thread(t); return false;
    case Line::kDo: break;
  }
  switch (i.code) {
    case Code::kSet: result(t, i, value(t, i.a), tracked(t, i.a).term); break;
    case Code::kAdd: compute(t, i, TermOp::kAdd); break;
    case Code::kMul: compute(t, i, TermOp::kMul); break;
    case Code::kXor: compute(t, i, TermOp::kXor); break;
    case Code::kAssert:
      if (!asked(t, i)) {
        fail(FindingKind::kAssertion, t, 0, "assertion failed");
        return false;
      }
      break;
    case Code::kAssume:
      if (!asked(t, i)) {
        assumption_failed_ = true;
        structure(Op::kStop, t, 0);
        s.status = Status::kStopped;
        return false;
      }
      break;
    case Code::kCreate:
      CHECK(threads_[i.object].status == Status::kUnborn && !threads_[i.object].eager);
      ask_value(t, i.a);
      threads_[i.object].registers[0] = value(t, i.a);
      structure(Op::kCreate, t, i.object, static_cast<uint32_t>(value(t, i.a)));
      threads_[i.object].eager = true;
      break;
    case Code::kFence:
      structure(Op::kFence, t, 0);
      if (log_) log_->back().order = i.order;
      break;
    case Code::kJoin:
      break_section(t);
      if (threads_[i.object].status != Status::kDone) {
        s.status = Status::kJoining;
        return false;
      }
      structure(Op::kJoin, t, i.object, i.target >= 0);
      if (i.target >= 0) result(t, i, program_->gives[i.object] ? threads_[i.object].registers[0] : 0);
      break;
    default:
      ask_operands(t, i);
      announce(t);
      if (l.position >= program_->lesser.size() || !program_->lesser[l.position]) return false;
      perform_lesser(t, i);
      break;
  }
  ++s.line;
  return true;
}

// Others may come before the next event of the thread.
void Interpreter::break_section(ThreadId t) {
  threads_[t].in_section = false;
  if (section_ == t) section_ = -1;
}

void Interpreter::finish_thread(ThreadId t) {
  if (program_->gives[t]) ask_value(t, reg(0));
  structure(Op::kEnd, t, t == kMainThread, program_->gives[t] ? static_cast<uint32_t>(threads_[t].registers[0]) : 0);
  threads_[t].status = Status::kDone;
  if (t == kMainThread) {
    over_ = true;
    outcome_ = assumption_failed_ ? Outcome::kBlocked : Outcome::kComplete;
    return;
  }
  for (size_t u = 0; u < threads_.size(); ++u)
    if (threads_[u].status == Status::kJoining && line(static_cast<ThreadId>(u)).instruction.object == t)
      threads_[u].eager = true;
}

bool Interpreter::can_go(ThreadId t) const {
  if (threads_[t].status == Status::kWaiting) return line(t).instruction.timed;
  return threads_[t].status == Status::kNext && can_perform(t);
}

ThreadSet Interpreter::enabled() const {
  ThreadSet set;
  for (size_t t = 0; t < threads_.size(); ++t)
    if (can_go(static_cast<ThreadId>(t))) set.set(static_cast<ThreadId>(t));
  if (section_ < 0 || !set.test(static_cast<ThreadId>(section_))) return set;
  set.clear();
  set.set(static_cast<ThreadId>(section_));
  return set;
}

void Interpreter::get_stuck() {
  over_ = true;
  if (assumption_failed_) {
    outcome_ = Outcome::kBlocked;
    return;
  }
  ThreadId first = 0;
  bool spinning = false;
  for (size_t t = threads_.size(); t-- > 0;) {
    const Status s = threads_[t].status;
    if (s == Status::kUnborn || s == Status::kDone) continue;
    spinning |= s == Status::kSpinning;
    if (s != Status::kJoining) first = static_cast<ThreadId>(t);
  }
  fail(spinning ? FindingKind::kLivelock : FindingKind::kDeadlock, first, next_[first].object, "no thread can go on");
}

uint32_t Interpreter::stuck_at(ThreadId t) const {
  const Status s = threads_[t].status;
  const bool waits = s == Status::kNext || s == Status::kWaiting || s == Status::kArrived || s == Status::kSpinning;
  return waits ? line(t).position : 0;
}

void Interpreter::pending(std::vector<Event>& out) const {
  const bool failed = has_finding() && finding().kind == FindingKind::kAssertion;  // not at an event
  for (size_t t = 0; t < threads_.size(); ++t)
    if (failed && finding().thread == t) {
      continue;
    } else if (threads_[t].status == Status::kNext) {
      out.push_back(next_[t]);
    } else if (threads_[t].status == Status::kJoining) {
      Event join;
      join.op = Op::kJoin;
      join.thread = static_cast<ThreadId>(t);
      join.object = line(join.thread).instruction.object;
      out.push_back(join);
    }
}

// The end of main may come before threads that go on by themselves did so.
Interpreter Interpreter::settled() const {
  Interpreter end = *this;
  end.over_ = false;
  end.settle();
  return end;
}

bool Interpreter::all_done() const {
  for (const ThreadState& t : settled().threads_)
    if (t.status != Status::kUnborn && t.status != Status::kDone) return false;
  return true;
}

uint64_t Interpreter::result_hash() const {
  const Interpreter end = settled();
  uint64_t h = 0;
  for (int32_t v : end.variables_) h = mix(h, static_cast<uint32_t>(v));
  for (const ThreadState& t : end.threads_)
    for (int32_t r : t.registers) h = mix(h, static_cast<uint32_t>(r));
  return h;
}

}  // namespace heddle::model
