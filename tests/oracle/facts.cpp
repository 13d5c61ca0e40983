// See facts.h.
#include "facts.h"

#include "base/hash.h"

namespace heddle::oracle {
namespace {

// What an event tells its thread; false if nothing.
bool tells(const Event& e, uint64_t& value) {
  switch (e.op) {
    case Op::kRead:
    case Op::kInput:
    case Op::kChoose: value = e.read; return true;
    case Op::kBarrier: value = e.read; return !(e.flags & kUnused);
    case Op::kRmw: value = mix(e.read, e.flags & kFailed); return true;
    case Op::kTryLock:
    case Op::kTryReadLock:
    case Op::kSemTryWait: value = e.flags & kFailed; return true;
    case Op::kTimeout: value = kFailed; return true;
    case Op::kUnlock: value = kFailed; return e.flags & kFailed;
    case Op::kLock:
    case Op::kReadLock:
    case Op::kSemWait: value = 0; return e.flags & kTimed;
    default: return false;
  }
}

}  // namespace

void TraceHash::push(const Event& event, const Followed& followed) {
  const bool blind = dependence_.commute_rmws && (event.flags & kUnused) && (event.flags & kCommutes);
  const bool noticed =
      !only_noticed_ || !(event.flags & kUnused) || !(event.op == Op::kRead || (event.flags & kCommutes));
  uint64_t before = 0;
  for (size_t i = nodes_.size(); i-- > 0;) {
    const Node& n = nodes_[i];
    if (n.event.thread == event.thread || conflicts(n.event, event, dependence_)) before += mix(n.hash);
  }
  const uint64_t label =
      mix(mix(event.thread, static_cast<uint64_t>(event.op)), mix(event.object, event.flags & kFailed));
  const bool has_values =
      !blind && (is_access(event.op) || event.op == Op::kChoose || event.op == Op::kInput || event.op == Op::kSignal);
  const uint64_t values = has_values ? mix(event.read, event.written) : 0;
  told_.clear();
  told_.push_back(histories_[event.thread]);
  nodes_.push_back({event, mix(mix(label, values), before), changes_.size()});
  sum_ += mix(nodes_.back().hash);
  const bool compares = event.op == Op::kRmw && event.second == kCompares;
  if (uint64_t value = 0; followed.fills != 0 && compares) tell(event.thread, event.flags & kFailed);
  else if (!blind && noticed && followed.fills == 0 && tells(event, value)) tell(event.thread, value);
  told_.push_back(histories_[event.thread]);
}

void TraceHash::note_all(std::span<const Event> events, const model::Follower* values) {
  size_t asked = 0;
  for (size_t i = 0; i <= events.size(); ++i) {
    for (; values && asked < values->questions().size() && values->questions()[asked].before <= i; ++asked)
      ask(values->questions()[asked]);
    if (i < events.size()) note(events[i]);
  }
}

void TraceHash::tell(ThreadId thread, uint64_t value) {
  uint64_t& history = histories_[thread];
  changes_.push_back({thread, history});
  history = mix(mix(history, thread + 1u), value) | 1;
}

void TraceHash::note(const Event& event) {
  const auto other = static_cast<ThreadId>(event.object);
  if (event.op == Op::kCreate && event.read != 0) tell(other, event.read);
  if (event.op == Op::kEnd) results_[event.thread] = event.read;
  if (event.op == Op::kEnd && follows_) told_.push_back(mix(histories_[event.thread]) | 1);
  if (event.op == Op::kJoin && event.read != 0) tell(event.thread, results_[other]);
}

void TraceHash::pop() {
  const Node& n = nodes_.back();
  sum_ -= mix(n.hash);
  for (; changes_.size() > n.changes; changes_.pop_back()) histories_[changes_.back().thread] = changes_.back().history;
  nodes_.pop_back();
  told_.clear();
}

void TraceHash::add_told(std::set<uint64_t>& to) const {
  to.insert(told_.begin(), told_.end());
  to.erase(0);
}

uint64_t TraceHash::value_class() const {
  uint64_t h = 0;
  for (uint64_t history : histories_) h = mix(h, history);
  return h;
}

uint64_t finding_hash(const Finding& finding, const TraceHash& trace) {
  const uint64_t place = mix(static_cast<uint64_t>(finding.kind), mix(finding.thread, finding.position));
  const bool stuck = finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kLivelock;
  return stuck ? place : mix(place, trace.history(finding.thread));
}

void add_findings(const Finding& finding, const TraceHash& trace, const Interpreter& machine, std::set<uint64_t>& out) {
  if (finding.kind != FindingKind::kDeadlock && finding.kind != FindingKind::kLivelock) {
    out.insert(finding_hash(finding, trace));
    return;
  }
  for (int t = 0; t < machine.threads(); ++t)
    if (const uint32_t place = machine.stuck_at(static_cast<ThreadId>(t)))
      out.insert(
          mix(static_cast<uint64_t>(FindingKind::kDeadlock), mix(static_cast<uint64_t>(machine.like(t)), place)));
}

void add_failures(const Finding& finding, const Interpreter& machine, std::set<uint64_t>& out) {
  if (finding.kind == FindingKind::kDeadlock || finding.kind == FindingKind::kLivelock) {
    add_findings(finding, TraceHash({}), machine, out);
    return;
  }
  out.insert(mix(static_cast<uint64_t>(finding.kind),
                 mix(static_cast<uint64_t>(machine.like(finding.thread)), finding.position)));
}

End end_of(const Interpreter& machine) {
  if (!machine.over()) return End::kAsleep;
  const bool stuck = machine.has_finding() && (machine.finding().kind == FindingKind::kDeadlock ||
                                               machine.finding().kind == FindingKind::kLivelock);
  if (stuck) return End::kMaximal;
  if (machine.has_finding()) return End::kCut;
  if (machine.all_done()) return End::kMaximal;
  return machine.main_done() ? End::kCut : End::kAssumed;
}

}  // namespace heddle::oracle
