#include "certificate/follow.h"

#include <cstdio>

#include "certificate/model.h"
#include "trace/life.h"

namespace heddle::certificate {
namespace {

// What is taken with a deadline is tried: giving up is possible whenever it cannot be had.
Event as_tried(Event e) {
  if (e.op == Op::kTimeout && !(e.flags & kTimed)) {  // of a condition or a futex
    e.op = e.length == 0 ? Op::kLeaveCondition : Op::kLeaveFutex;
    e.read = 1;
    return e;
  }
  if (!(e.flags & kTimed)) return e;
  const bool gave_up = e.op == Op::kTimeout;
  switch (gave_up ? static_cast<Op>(e.second) : e.op) {
    case Op::kLock: e.op = Op::kTryLock; break;
    case Op::kReadLock: e.op = Op::kTryReadLock; break;
    case Op::kSemWait: e.op = Op::kSemTryWait; break;
    default: return e;
  }
  e.flags &= static_cast<uint8_t>(~kTimed);
  if (gave_up) e.flags |= kFailed, e.second = 0;
  return e;
}

uint64_t answer_of(const Event& e) {
  const bool failed = e.flags & kFailed;
  switch (e.op) {
    case Op::kTryLock:
    case Op::kTryReadLock:
    case Op::kSemTryWait:
    case Op::kUnlock: return failed;
    case Op::kFutexWait: return failed ? uint64_t{1} << 32 | e.read : 0;
    default: return e.read;
  }
}

// Does `second` say what the operation is about?
bool second_matters(Op op) {
  return op == Op::kWrite || op == Op::kCondWait || op == Op::kCondWake || op == Op::kFutexWait || op == Op::kFutexWake;
}

uint64_t low_bytes(uint64_t value, uint32_t length) {
  return length >= 8 ? value : value & ((uint64_t{1} << 8 * length) - 1);
}

std::string words(const Node& n) {
  char text[96];
  const char* what = n.kind == Kind::kEvent ? name(n.op) : kKindNames[static_cast<int>(n.kind)];
  if (n.kind == Kind::kEvent ? n.at == 0 : n.kind != Kind::kCreate && n.kind != Kind::kJoin) return what;
  std::snprintf(text, sizeof text, n.at < kMaxThreads ? "%s %llu" : "%s at 0x%llx", what,
                static_cast<unsigned long long>(n.at));
  return text;
}

}  // namespace

Result<std::vector<Origin>> origins(const Certificate& c) {
  std::vector<ThreadId> thread(c.nodes.size());
  std::vector<uint16_t> created(c.nodes.size());  // by the thread, before it comes to the node
  std::vector<std::optional<Origin>> found(c.roots.size());
  for (size_t t = 0; t < c.roots.size(); ++t)
    if (c.roots[t] != 0) thread[c.roots[t]] = static_cast<ThreadId>(t);
  for (const Node& n : c.nodes)
    if (n.kind == Kind::kCreate && n.begins != 0) thread[n.begins] = static_cast<ThreadId>(n.at);
  for (uint32_t id = 1; id < c.nodes.size(); ++id) {
    const Node& n = c.nodes[id];
    const auto arrow = [&](uint32_t to) {
      if (to == 0) return;
      thread[to] = thread[id];
      created[to] = static_cast<uint16_t>(created[id] + (n.kind == Kind::kCreate));
    };
    arrow(n.then);
    for (const Edge& e : n.edges) arrow(e.to);
    if (n.kind != Kind::kCreate) continue;
    auto& origin = found[n.at];
    if (origin && (origin->parent != thread[id] || origin->index != created[id]))
      return Error{"node " + std::to_string(id) + ": thread " + std::to_string(n.at) + " is created elsewhere too", ""};
    origin = Origin{thread[id], created[id]};
  }
  std::vector<Origin> list;
  for (const auto& origin : found) list.push_back(origin.value_or(Origin{}));
  return list;
}

std::string name_of(const std::vector<Origin>& origins, ThreadId thread) {
  std::string name;
  for (size_t depth = 0; thread != kMainThread && thread < origins.size() && depth <= origins.size(); ++depth) {
    name = "." + std::to_string(origins[thread].index) + name;
    thread = origins[thread].parent;
  }
  return thread == kMainThread ? "main" + name : std::to_string(thread);
}

std::optional<Missing> Follower::follow(const Trace& trace) {
  at_.assign(kMaxThreads, 0);
  done_.assign(kMaxThreads, 0);
  results_.assign(kMaxThreads, 0);
  registers_.assign(kMaxThreads, {});
  same_terms_.clear();
  trace_ = &trace;
  missing_.reset();
  at_[kMainThread] = certificate_.roots[kMainThread];
  size_t asked = 0;
  for (size_t i = 0; i <= trace.events.size(); ++i) {
    for (; asked < trace.questions.size() && trace.questions[asked].before <= i; ++asked)
      if (!ask(trace.questions[asked])) return missing_;
    if (i == trace.events.size()) break;
    followed_ = i < trace.followed.size() ? trace.followed[i] : Followed();
    if (!take(as_tried(trace.events[i]))) return missing_;
  }
  for (const Event& e : trace.pending)
    if (!expects(as_tried(e))) return missing_;
  return std::nullopt;
}

bool Follower::take(const Event& e) {
  if (e.op == Op::kBegin) return true;
  const bool is_step = e.op == Op::kEnd || e.op == Op::kCreate || e.op == Op::kJoin || e.op == Op::kAwait ||
                       e.op == Op::kStop || e.op == Op::kFence;
  if (!is_step && !(e.flags & kScheduled)) return true;
  ++done_[e.thread];
  if (at_[e.thread] == 0) return refuse(e, "the certificate has no such thread");
  if (!leaves_wait(e.op) && !was_woken(e)) return false;
  const Node& n = certificate_.nodes[at_[e.thread]];
  return is_step ? structure(e, n) : perform(e, n);
}

// Where the thread could have given up, and does something else, somebody woke it.
bool Follower::was_woken(const Event& e) {
  const Node& n = certificate_.nodes[at_[e.thread]];
  return n.kind != Kind::kEvent || !leaves_wait(n.op) || tell(e, n, 0);
}

bool Follower::structure(const Event& e, const Node& n) {
  switch (e.op) {
    case Op::kEnd:
      results_[e.thread] = e.read;
      if (n.kind == Kind::kExit) return true;
      if (n.kind != (e.object != 0 ? Kind::kEndProcess : Kind::kEnd) || n.value != e.read)
        return refuse(e, "it has " + words(n) + " there");
      return true;
    case Op::kStop: return n.kind == Kind::kStopped || refuse(e, "it has " + words(n) + " there");
    case Op::kAwait:
      if (n.kind != Kind::kAwait) return refuse(e, "it has " + words(n) + " there");
      return slept(e, n) && go_to(e, n.then);
    case Op::kFence:
      if (n.kind != Kind::kFence || n.order != e.order + 1u) return refuse(e, "it has " + words(n) + " there");
      return go_to(e, n.then);
    case Op::kCreate: {
      if (n.kind != Kind::kCreate || n.at != e.object) return refuse(e, "it has " + words(n) + " there");
      at_[e.object] = n.begins != 0 ? n.begins : certificate_.roots[e.object];
      return go_to(e, n.then);
    }
    default:
      if (n.kind != Kind::kJoin || n.at != e.object || (n.value != 0) != (e.read != 0))
        return refuse(e, "it has " + words(n) + " there");
      return e.read == 0 ? go_to(e, n.then) : tell(e, n, results_[e.object]);
  }
}

bool Follower::perform(const Event& e, const Node& n) {
  if (!fits(e, n) || !computes(e, n)) return false;
  const bool ordered = is_access(e.op) && e.op != Op::kFree && (e.flags & kAtomic);
  const uint32_t order = e.flags & kFailed ? n.failure : n.order;  // 0: it says nothing of it
  if (ordered && order != 0 && order != e.order + 1u) return refuse(e, "it has another memory order there");
  if (e.op == Op::kWrite && !begins_life(n) && n.term == 0 &&
      (n.bytes.empty() ? n.value : number_of(n.bytes)) != e.written)
    return refuse(e, "it has another value there");
  if (e.op == Op::kOnceLeave && n.value != e.written) return refuse(e, "it has another value there");
  if (!tells(e.op) || (n.fills != 0 && n.expects == 0)) return go_to(e, n.then);
  if (n.fills != 0) return tell(e, n, e.flags & kFailed ? 1 : 0);
  if (!n.blind) return tell(e, n, answer_of(e));
  if (!(e.flags & kUnused)) return refuse(e, "it says that the thread does not look at the answer");
  if (e.op == Op::kRmw && low_bytes(e.written - e.read, e.length) != low_bytes(n.value, e.length))
    return refuse(e, "it adds another number");
  return go_to(e, n.then);
}

// Registers are filled as the certificate says, and what is written is what its terms make of them.
bool Follower::computes(const Event& e, const Node& n) {
  if (followed_.fills != n.fills) return refuse(e, "it fills another register there, or none");
  if (!is_same(e.thread, followed_, n)) return refuse(e, "it has another term there");
  const auto expected = n.expects != 0 ? evaluate(e.thread, n.expects) : e.read;
  const auto put = n.expects != 0 ? evaluate(e.thread, n.term) : std::nullopt;
  if (n.fills != 0)
    registers_[e.thread].push_back({e.read, n.op == Op::kInput ? n.length : 8 * n.length, n.op == Op::kInput});
  const bool exchanges = expected == e.read;
  if (n.expects != 0 && exchanges == ((e.flags & kFailed) != 0))
    return refuse(e, "it exchanges there if this does not, or the other way round");
  if (n.op != Op::kWrite && (n.op != Op::kRmw || n.fills == 0 || !exchanges)) return true;
  if (begins_life(n)) return true;
  const auto written = n.expects != 0 ? put : n.term != 0 ? evaluate(e.thread, n.term) : e.written;
  const bool constant_fits = n.op == Op::kWrite || n.term != 0 || low_bytes(n.value, n.length) == e.written;
  return (written == e.written && constant_fits) || refuse(e, "it has another value there");
}

// A loop sleeps because of what it read before: that must be what the certificate has.
bool Follower::slept(const Event& e, const Node& n) {
  for (const Condition& c : n.until)
    if (c.register_read != 0 && registers_[e.thread][c.register_read - 1].value != c.value)
      return refuse(e, "it sleeps there because of another value");
  return true;
}

// The operation is what the certificate has there, as far as that is known before it is performed.
bool Follower::fits(const Event& e, const Node& n) {
  if (n.kind != Kind::kEvent || n.op != e.op || n.at != e.object || n.length != e.length ||
      (second_matters(e.op) && n.second != e.second))
    return refuse(e, "it has " + words(n) + " there");
  if (n.section && !(e.flags & kInSection)) return refuse(e, "it says that nobody can come before it");
  if (is_access(e.op) && e.op != Op::kFree && !n.plain && !(e.flags & kAtomic))
    return refuse(e, "it says that the access is atomic");
  return true;
}

// What a thread stands before when the run has ended.
bool Follower::expects(const Event& e) {
  if (at_[e.thread] == 0 || e.op == Op::kEnd) return true;
  ++done_[e.thread];
  if (!leaves_wait(e.op) && !was_woken(e)) return false;
  const Node& n = certificate_.nodes[at_[e.thread]];
  if (n.kind == Kind::kExit || n.kind == Kind::kStopped) return true;
  if (e.op == Op::kJoin)
    return (n.kind == Kind::kJoin && n.at == e.object) || refuse(e, "it has " + words(n) + " there");
  return fits(e, n);
}

bool Follower::tell(const Event& e, const Node& n, uint64_t answer) {
  for (const Edge& edge : n.edges) {
    if (edge.told != answer) continue;
    const bool failed = e.flags & kFailed;
    const uint64_t written = edge.bytes.empty() ? edge.writes : number_of(edge.bytes);
    if (e.op == Op::kRmw && n.fills == 0 && (edge.fails != failed || (!failed && written != e.written)))
      return refuse(e, "it has another value there");
    return go_to(e, edge.to);
  }
  return refuse(e, "it does not have this answer there");
}

bool Follower::go_to(const Event& e, uint32_t next) {
  if (next == 0) return refuse(e, "it does not say what comes after this");
  at_[e.thread] = next;
  return true;
}

std::optional<uint64_t> Follower::evaluate(ThreadId t, uint32_t term) {
  const std::vector<Register>& filled = registers_[t];
  const auto from_last = [&](uint32_t since) -> const Register& { return filled[filled.size() - 1 - since]; };
  const auto e = expressions_.add(term, static_cast<uint32_t>(filled.size()),
                                  [&](uint32_t since, uint32_t width) { return from_last(since).fits(width); });
  if (!e) return std::nullopt;
  return expressions_.evaluate(*e, [&](uint32_t since) { return from_last(since).value; });
}

bool Follower::is_same(ThreadId t, TermId run, uint32_t term) {
  if (run == kNoTerm || term == 0) return run == kNoTerm && term == 0;
  if (const auto known = same_terms_.find({run, t}); known != same_terms_.end() && known->second == term) return true;
  const Term& a = trace_->terms[run];
  const FileTerm& b = certificate_.terms[term];
  if (a.op != b.op || a.width != b.width) return false;
  bool same = false;
  if (a.op == TermOp::kRegister) same = a.a == t && a.value + 1 == b.value;
  else if (a.op == TermOp::kConstant) same = a.value == b.value;
  else same = is_same(t, a.a, b.a) && is_same(t, a.b, b.b) && is_same(t, a.c, b.c);
  if (same) same_terms_[{run, t}] = term;
  return same;
}

bool Follower::is_same(ThreadId t, const Followed& followed, const Node& n) {
  if (followed.term == kNoTerm || n.expects == 0) return is_same(t, followed.term, n.term) && n.expects == 0;
  const Term& pair = trace_->terms[followed.term];
  return pair.op == TermOp::kPair && is_same(t, pair.a, n.expects) && is_same(t, pair.b, n.term);
}

bool Follower::ask(const Question& q) {
  const auto refuse_it = [&](const char* why) {
    char text[96];
    std::snprintf(text, sizeof text, "a question, answered with 0x%llx: ", static_cast<unsigned long long>(q.answer));
    missing_ = Missing{"thread " + name_of(origins_, q.thread) + ", after event " + std::to_string(done_[q.thread]) +
                           ": " + text + why,
                       q.position};
    return false;
  };
  if (at_[q.thread] == 0) return refuse_it("the certificate has no such thread");
  Event asks;
  asks.thread = q.thread;
  asks.position = q.position;
  if (!was_woken(asks)) return false;
  const Node& n = certificate_.nodes[at_[q.thread]];
  if (n.kind != Kind::kAsk || !is_same(q.thread, q.term, n.term))
    return refuse_it("it asks something else there, or nothing");
  if (evaluate(q.thread, n.term) != q.answer) return refuse_it("it has another value there");
  for (const Edge& edge : n.edges)
    if (edge.told == q.answer && edge.to != 0) return at_[q.thread] = edge.to, true;
  return refuse_it("it does not have this answer there");
}

bool Follower::refuse(const Event& e, const std::string& why) {
  char text[160];
  const auto number = [](uint64_t n) { return static_cast<unsigned long long>(n); };
  std::string what = "thread " + name_of(origins_, e.thread) + ", event " + std::to_string(done_[e.thread]) + ": ";
  std::snprintf(text, sizeof text, e.object < kMaxThreads ? "%s %llu" : "%s at 0x%llx", name(e.op), number(e.object));
  what += text;
  if (is_access(e.op)) what += ", " + std::to_string(e.length) + (e.length == 1 ? " byte" : " bytes");
  std::snprintf(text, sizeof text, ", observed 0x%llx", number(answer_of(e)));
  if (e.op != Op::kWrite && tells(e.op) && (e.flags & kScheduled)) what += text;
  std::snprintf(text, sizeof text, ", wrote 0x%llx", number(e.written));
  if (e.op == Op::kWrite || e.op == Op::kRmw) what += text;
  missing_ = Missing{what + ": " + why, e.position};
  return false;
}

}  // namespace heddle::certificate
