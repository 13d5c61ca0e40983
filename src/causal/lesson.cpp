// Learning from a run: each thread's events are a path in its tree, new where they leave it.
#include <algorithm>
#include <array>

#include "base/check.h"
#include "causal/pool.h"
#include "causal/sync_words.h"
#include "trace/contents.h"
#include "trace/life.h"

namespace heddle::causal {

using dependence::Class;
using dependence::class_of;

uint64_t answer_of(const Event& e) {
  switch (traits(e.op).answer) {
    case Answer::kSuccess: return e.flags & kFailed ? 1 : 0;
    case Answer::kDiffered: return e.flags & kFailed ? words::kFutexDiffered | e.read : 0;
    default: return e.read;
  }
}

bool tells(const Node& n) { return has_answer(n.op) && !n.blind && (!n.fills || compares(n)); }

uint64_t answer_of(const Node& n, const Event& e) { return n.fills ? (e.flags & kFailed ? 1 : 0) : answer_of(e); }

// Giving up is possible whenever the lock cannot be taken: what is taken with a deadline is tried.
Event as_tried(const Event& e) {
  if (e.op == Op::kTimeout && !(e.flags & kTimed)) {
    Event leaves = e;
    leaves.op = e.length == 0 ? Op::kLeaveCondition : Op::kLeaveFutex;
    leaves.second = 0;
    leaves.read = 1;
    return leaves;
  }
  if (!(e.flags & kTimed)) return e;
  Event tried = e;
  switch (e.op == Op::kTimeout ? static_cast<Op>(e.second) : e.op) {
    case Op::kLock: tried.op = Op::kTryLock; break;
    case Op::kReadLock: tried.op = Op::kTryReadLock; break;
    case Op::kSemWait: tried.op = Op::kSemTryWait; break;
    default: return e;
  }
  tried.flags &= static_cast<uint8_t>(~kTimed);
  if (e.op == Op::kTimeout) tried.flags |= kFailed, tried.second = 0;
  return tried;
}

class Lesson {
 public:
  Lesson(Pool& pool, const Trace& trace) : pool_(pool), trace_(trace) {}

  bool run() {
    const size_t nodes = pool_.nodes_.size(), edges = pool_.edges_.size();
    pool_.old_ = pool_.size();
    at_.assign(kMaxThreads, kNoNode);
    begin(kMainThread, 0);
    pool_.steps_.assign(trace_.events.size(), kNoNode);
    ContentsReader contents(trace_.contents);
    terms_.assign(trace_.terms.size(), kNoTerm);
    for (size_t i = 0; i < trace_.events.size() && pool_.problem_.empty(); ++i) {
      ask_until(i);
      contents_ = contents.next(trace_.events[i]);
      followed_ = i < trace_.followed.size() ? trace_.followed[i] : Followed();
      take(as_tried(trace_.events[i]), i);
    }
    ask_until(trace_.events.size());
    for (const Event& e : trace_.pending)
      if (pool_.problem_.empty()) expect(as_tried(e));
    if (pool_.problem_.empty()) end();
    pool_.stands_ = at_;
    pool_.ledger_.add(trace_.touches);
    if (!trace_.touches.empty() && trace_.touches.back().granule == 0)
      pool_.problem_ = "the program uses more memory than can be followed";
    if (!pool_.problem_.empty()) return false;
    if (rebind_) pool_.bind_all();
    return grew_ || nodes != pool_.nodes_.size() || edges != pool_.edges_.size();
  }

 private:
  Node& here(ThreadId t) { return pool_.nodes_[at_[t]]; }

  // The term of the run in the pool.
  TermId translate(TermId run) {
    if (run == kNoTerm) return kNoTerm;
    if (terms_[run] != kNoTerm) return terms_[run];
    Term t = trace_.terms[run];
    if (t.op == TermOp::kRegister || t.op == TermOp::kConstant) t.a = t.b = t.c = kNoTerm;
    t.a = translate(t.a), t.b = translate(t.b), t.c = translate(t.c);
    return terms_[run] = pool_.add_term(t);
  }
  uint64_t evaluate(ThreadId t, TermId term) const { return heddle::evaluate(pool_.terms_, term, registers_[t]); }

  // What the threads asked before event `i`.
  void ask_until(size_t i) {
    for (; asked_ < trace_.questions.size() && trace_.questions[asked_].before <= i; ++asked_)
      if (pool_.problem_.empty()) ask(trace_.questions[asked_]);
  }

  void ask(const Question& q) {
    if (at_[q.thread] == kNoNode) return;
    was_woken(q.thread);
    const TermId term = translate(q.term);
    const bool is_new = here(q.thread).next == Next::kUnknown;
    stands(q.thread, Next::kAsk);
    if (!pool_.problem_.empty()) return;
    Node& n = here(q.thread);
    if (is_new) n.term = term, n.position = q.position;
    if (n.term != term) return void(differs());
    if (evaluate(q.thread, term) != q.answer) return miscalculated();
    if (is_new && q.stops != 0 && pool_.has_inputs_) expect_stop(q);
    follow_edge(q.thread, q.answer, here(q.thread).edge != 0);
  }

  // An assumption that does not hold: what comes of it is known without a run.
  void expect_stop(const Question& q) {
    const NodeId from = at_[q.thread];
    follow_edge(q.thread, q.stops - 1u, false);
    stands(q.thread, Next::kStopped);
    at_[q.thread] = from;
  }

  void miscalculated() { pool_.problem_ = "a value is not what the expression for it says"; }

  // What is written at the node, where that is a term, is what the event says.
  void check_written(const Event& e) {
    const Node& n = here(e.thread);
    if (n.term == kNoTerm) return;
    TermId term = n.term;
    if (compares(n)) {
      const Term& pair = pool_.terms_[n.term];
      const bool exchanges = evaluate(e.thread, pair.a) == e.read;
      if (exchanges == ((e.flags & kFailed) != 0)) return miscalculated();
      term = exchanges ? pair.b : pair.a;
    }
    if (evaluate(e.thread, term) != e.written) miscalculated();
  }

  // A thread begins; it was started with `given`.
  void begin(ThreadId t, uint64_t given) {
    auto& roots = pool_.roots_[t];
    auto root = std::find_if(roots.begin(), roots.end(), [&](NodeId n) { return pool_.nodes_[n].key == given; });
    if (root == roots.end()) {
      if (!roots.empty()) ++pool_.histories_;
      root = roots.insert(roots.end(), pool_.add_node(kNoNode, given, t));
      pool_.threads_ = std::max(pool_.threads_, t + 1);
    }
    at_[t] = *root;
  }

  void take(const Event& e, size_t index) {
    if (at_[e.thread] == kNoNode) {
      pool_.problem_ = "a thread appears from nowhere";
      return;
    }
    if (!leaves_wait(e.op)) was_woken(e.thread);
    switch (e.op) {
      case Op::kBegin: return;
      case Op::kEnd: end_thread(e); return;
      case Op::kCreate:
      case Op::kJoin: structure(e); return;
      case Op::kAwait: await(e); return;
      case Op::kFence: fence(e); return;
      case Op::kStop: stands(e.thread, Next::kStopped); return;
      default: break;
    }
    if (!(e.flags & kScheduled)) return;
    if (e.flags & kTimed) {
      pool_.problem_ = "the program waits with a deadline";
      return;
    }
    if (!begins_life(e) && is_block(e.op, e.object, e.length) && contents_.read.empty() && contents_.written.empty()) {
      pool_.problem_ = "a run copies more memory in blocks than is kept";
      return;
    }
    if (!define(e, true)) return;
    if (e.op == Op::kInput && !receive(e)) return;
    pool_.steps_[index] = at_[e.thread];
    if (e.op == Op::kWrite && !begins_life(e)) keep_contents(here(e.thread));
    if (here(e.thread).fills) registers_[e.thread].push_back(e.read);
    check_written(e);
    if (is_access(e.op) && (e.flags & kAtomic)) note_order(here(e.thread), e);
    if (pool_.problem_.empty()) follow(e);
    if (waits_after(e.op) && !(e.flags & kFailed) && pool_.problem_.empty()) may_leave(e);
  }

  // After a wait with a deadline the thread stands before giving up.
  void may_leave(const Event& wait) {
    const bool may = e_waits(wait.op) && wait.written != kNoDeadline;
    const bool is_new = here(wait.thread).next == Next::kUnknown;
    if (!may) {
      if (!is_new && leaves_wait(here(wait.thread).op)) differs();
      return;
    }
    Event leaves = wait;
    leaves.op = wait.op == Op::kCondWait ? Op::kLeaveCondition : Op::kLeaveFutex;
    leaves.second = 0;
    leaves.flags = kAtomic;
    if (!define(leaves, false)) return;
    if (is_new) here(wait.thread).second = wait.written;
    else if (here(wait.thread).second != wait.written) differs();
    pool_.has_tired_ |= wait.written == kTired;
  }
  static bool e_waits(Op op) { return op == Op::kCondWait || op == Op::kFutexWait; }

  // The thread does something, and did not give up: somebody woke it.
  void was_woken(ThreadId t) {
    if (at_[t] == kNoNode || here(t).next != Next::kEvent || !leaves_wait(here(t).op)) return;
    follow_edge(t, 0, here(t).edge != 0);
  }

  // False: it cannot be learned.
  bool receive(const Event& e) {
    if (!pool_.allows_inputs_) pool_.problem_ = "the program receives inputs";
    else if (!here(e.thread).fills) pool_.problem_ = "an input is not followed";
    pool_.has_inputs_ = true;
    return pool_.problem_.empty();
  }

  // What is written is kept for the first who writes it; the value, which is a hash of it, is compared afterwards.
  template <class T>
  void keep_contents(T& n) {
    if (contents_.written.empty() || n.contents != 0) return;
    n.contents = static_cast<uint32_t>(pool_.contents_.size()) + 1;
    pool_.contents_.insert(pool_.contents_.end(), contents_.written.begin(), contents_.written.end());
  }

  // The thread stands before something other than an event.
  void stands(ThreadId t, Next next) {
    Node& n = here(t);
    if (n.next == Next::kUnknown) {
      n.next = next;
      defined(at_[t]);
    } else if (n.next != next && !(n.next == Next::kExit && next == Next::kEnd)) {
      differs();
    }
  }

  void end_thread(const Event& e) {
    const bool is_new = here(e.thread).next == Next::kUnknown;
    result_[e.thread] = e.read;
    stands(e.thread, Next::kEnd);
    if (is_new) {
      here(e.thread).object = e.object;
      here(e.thread).value = e.read;
      pool_.note_end(at_[e.thread]);
      pool_.note_locks(at_[e.thread]);
    } else if (here(e.thread).next == Next::kEnd &&
               (here(e.thread).object != e.object || here(e.thread).value != e.read)) {
      differs();
    }
    if (e.thread == kMainThread && e.object == 0 && !pool_.main_leaves_) pool_.main_leaves_ = true, ++pool_.layout_;
  }

  void structure(const Event& e) {
    const Next next = e.op == Op::kCreate ? Next::kCreate : Next::kJoin;
    const bool is_new = here(e.thread).next == Next::kUnknown;
    const bool creates = next == Next::kCreate;
    stands(e.thread, next);
    if (creates) {
      begin(static_cast<ThreadId>(e.object), e.read);
      pool_.ledger_.born(static_cast<ThreadId>(e.object), e.thread, created_[e.thread]);
      if (created_[e.thread] < UINT8_MAX) ++created_[e.thread];
    }
    Node& n = here(e.thread);
    if (is_new) {
      n.object = e.object;
      n.position = e.position;
      n.value = e.read;
      if (creates) {
        n.begins = at_[e.object];
        pool_.note_creation(at_[e.thread]);
        rebind_ |= e.thread != kMainThread;  // whom main has joined may have left somebody behind
      }
    } else if (n.object != e.object) {
      differs();
    } else if (!creates && n.edge == 0 && n.child == kNoNode) {
      n.value = e.read;  // a pending one did not say
    } else if (n.value != e.read) {
      differs();
    }
    if (creates || e.read == 0) single(e.thread);
    else tell(e, result_[e.object]);
  }

  void fence(const Event& e) {
    const bool is_new = here(e.thread).next == Next::kUnknown;
    stands(e.thread, Next::kFence);
    if (!pool_.problem_.empty()) return;
    if (is_new) here(e.thread).position = e.position;
    note_order(here(e.thread), e);
    if (!pool_.has_fences_) pool_.has_fences_ = true, ++pool_.revision_;
    single(e.thread);
  }

  // Which memory order an access has is in its code, so it follows from where the thread stands.
  void note_order(Node& n, const Event& e) {
    const unsigned order = e.order + 1u, known = e.flags & kFailed ? n.failed_order : n.order;
    if (known == order) return;
    if (known != 0) return void(differs());
    if (e.flags & kFailed) n.failed_order = order & 7;
    else n.order = order & 7;
  }

  // The thread sleeps in a loop: until something that its last `length` events looked at is different.
  void await(const Event& e) {
    const NodeId id = at_[e.thread];
    const bool is_new = here(e.thread).next == Next::kUnknown;
    stands(e.thread, Next::kAwait);
    if (!pool_.problem_.empty()) return;
    if (is_new) {
      here(e.thread).list = static_cast<uint32_t>(pool_.conditions_.size());
      here(e.thread).position = e.position;
    }
    if (is_new || pool_.follows()) {
      uint32_t number = 0;
      NodeId from = id;
      for (uint32_t k = 0; k < e.length; ++k) {
        const NodeId below = from;
        do from = pool_.nodes_[from].parent;
        while (from != kNoNode && pool_.nodes_[from].next != Next::kEvent);
        if (from == kNoNode) break;
        const Node& looked = pool_.nodes_[from];
        NodeId told = below;
        while (pool_.nodes_[told].parent != from) told = pool_.nodes_[told].parent;
        if (looked.blind) pool_.problem_ = "a loop waits for what it does not look at";
        if (!is_access(looked.op) && !is_try(looked.op) && object_kind(looked.op) != ObjectKind::kSemaphore) continue;
        Condition c;
        c.op = looked.op;
        c.address = looked.object;
        c.length = looked.length;
        c.value = looked.fills ? registers_[e.thread][looked.registers] : pool_.nodes_[told].key;
        if (is_new) {
          pool_.conditions_.push_back(c);
          ++here(e.thread).list_size;
        } else if (c.value != pool_.conditions(here(e.thread))[number++].value) {
          return void(differs());  // it went to sleep because of a value that it had not asked for
        }
      }
      if (is_new) pool_.bind(id);
    }
    single(e.thread);
  }

  // What thread `e.thread` does next is `e`; a pending event does not say what is written.
  bool define(const Event& e, bool performed) {
    const NodeId id = at_[e.thread];
    const Class what = class_of(e.op);
    if (here(e.thread).next == Next::kUnknown) {
      if (what == Class::kAccess && e.op != Op::kFree) pool_.cells_.add_access(e.object, e.length);
      if (what == Class::kFutex) pool_.cells_.add_access(e.object, 4);
      if (e.op == Op::kOnceLeave) pool_.cells_.add_access(e.object, 1);
      if (what != Class::kAccess && what != Class::kNothing) pool_.cells_.add_object(e.object, what);
      if (uses_mutex(e.op)) pool_.cells_.add_object(e.second, Class::kLock);
      if (e.op == Op::kWrite && e.second == 1)
        pool_.cells_.add_object(e.object, Class::kCondition);  // of any kind: so that it can be dead
      if (pool_.cells_.changed()) rebind_ = true;
      Node& n = here(e.thread);
      n.next = Next::kEvent;
      n.op = e.op;
      n.flags = e.flags & (kAtomic | kInSection);
      n.object = e.object;
      n.second = e.second;
      n.length = e.length;
      n.position = e.position;
      if (e.flags & kInSection) open_section(id);
      const bool adds =
          e.op == Op::kRmw && (e.flags & kCommutes) && e.second == kAdds && !is_block(e.op, e.object, e.length);
      n.fills = performed && followed_.fills != 0;
      const bool may_be_blind = e.op == Op::kRead || e.op == Op::kBarrier || e.op == Op::kFutexWake || adds;
      n.blind = (e.flags & kUnused) && !n.fills && may_be_blind;
      if (performed) say_written(n, e);
      if (e.op == Op::kChoose || e.op == Op::kBarrier) n.value = e.length;
      rebind_ |= pool_.note_destroyed(id);
      if (e.op == Op::kFree) {
        pool_.cells_.add_freed(e.object, e.length);
        rebind_ |= !pool_.has_free_;
        pool_.has_free_ = true;
      }
      pool_.initial_.resize(pool_.cells_.size());
      pool_.initial_known_.resize(pool_.cells_.size());
      rebind_ |= begins_life(n) && pool_.note_begin();
      pool_.bind(id);
      rebind_ |= pool_.note_renewal(id);
      pool_.note_locks(id);
      defined(id);
      return true;
    }
    Node& n = here(e.thread);
    if (n.next != Next::kEvent || n.op != e.op || n.object != e.object || (n.length != e.length)) return differs();
    if (!performed) return true;
    if (n.child == kNoNode && n.edge == 0) {  // a pending one did not say
      n.fills = followed_.fills != 0;
      if (n.fills) n.blind = false;
      if (n.op != Op::kChoose && n.op != Op::kBarrier && n.op != Op::kInput) say_written(n, e);
      if ((n.fills || n.term != kNoTerm) && id < pool_.old_) ++pool_.revision_;
    }
    if (n.fills != (followed_.fills != 0) || (n.fills && followed_.fills != n.registers + 1)) return differs();
    if (is_access(n.op) && n.term != translate(followed_.term)) return differs();
    if (begins_life(n) != begins_life(e)) return differs();
    if (begins_life(n)) return true;
    if ((n.op == Op::kWrite || n.fills) && n.op != Op::kRead && n.op != Op::kInput && n.term == kNoTerm &&
        n.value != e.written)
      return differs();
    return true;
  }

  // What an event writes, and by which term.
  void say_written(Node& n, const Event& e) {
    if (begins_life(e)) return;
    n.term = translate(followed_.term);
    n.value = n.term != kNoTerm ? 0 : e.op == Op::kRmw && !n.fills ? e.written - e.read : e.written;
  }

  void follow(const Event& e) {
    const Node& n = here(e.thread);
    if (!tells(n)) single(e.thread);
    else tell(e, answer_of(n, e));
  }

  // Along the edge for an answer, which is made if no run had it.
  void follow_edge(ThreadId t, uint64_t answer, bool is_history) {
    const NodeId from = at_[t];
    if (const Edge* known = pool_.find(from, answer)) {
      at_[t] = known->to;
      return;
    }
    Edge edge;
    edge.from = from;
    edge.to = pool_.add_node(from, answer, t);
    edge.key = answer;
    add_edge(edge, is_history);
  }

  void add_edge(Edge& edge, bool is_history) {
    edge.sibling = pool_.nodes_[edge.from].edge;
    pool_.edges_.push_back(edge);
    pool_.nodes_[edge.from].edge = static_cast<uint32_t>(pool_.edges_.size());
    if (is_history) ++pool_.histories_;
    at_[pool_.nodes_[edge.from].thread] = edge.to;
  }

  void tell(const Event& e, uint64_t key) {
    const NodeId from = at_[e.thread];
    const Op op = pool_.nodes_[from].op;
    if (const Edge* known = pool_.find(from, key)) {
      if (op == Op::kRmw && !pool_.nodes_[from].fills &&
          (known->failed != ((e.flags & kFailed) != 0) || (!known->failed && known->written != e.written)))
        differs();
      at_[e.thread] = known->to;
      return;
    }
    Edge edge;
    edge.from = from;
    edge.to = pool_.add_node(from, key, e.thread);
    edge.key = key;
    edge.written = e.written;
    edge.failed = e.flags & kFailed;
    keep_contents(edge);
    add_edge(edge, op != Op::kUnlock && (e.op != Op::kJoin || pool_.nodes_[from].edge != 0));
  }

  void single(ThreadId t) {
    const NodeId from = at_[t];
    if (pool_.nodes_[from].child == kNoNode) {
      const NodeId to = pool_.add_node(from, 0, t);
      pool_.nodes_[from].child = to;
    }
    at_[t] = pool_.nodes_[from].child;
  }

  // The next event of a thread that did not come to it.
  void expect(const Event& e) {
    if (at_[e.thread] == kNoNode) return;
    if (e.op == Op::kJoin) {
      Node& n = here(e.thread);
      if (n.next == Next::kUnknown) {
        n.object = e.object;
        n.position = e.position;
      }
      stands(e.thread, Next::kJoin);
    } else if (e.flags & kTimed) {
      pool_.problem_ = "the program waits with a deadline";
    } else if (e.op != Op::kEnd) {
      if (!leaves_wait(e.op)) was_woken(e.thread);
      if (pool_.problem_.empty()) define(e, false);
    }
  }

  // The thread that a finding (other than a deadlock) is about did not get to what it would have done next.
  bool stuck_thread(ThreadId t) const {
    for (const Finding& f : trace_.findings)
      if (f.thread == t && f.kind != FindingKind::kDeadlock && f.kind != FindingKind::kLivelock) return true;
    return false;
  }

  void end() {
    if (trace_.outcome == Outcome::kFinding && !trace_.findings.empty()) {
      const Finding& f = trace_.findings.back();
      const bool by_state = f.kind == FindingKind::kUseAfterFree || f.kind == FindingKind::kDoubleFree;
      if (stuck_thread(f.thread) && f.kind != FindingKind::kRace && !by_state && at_[f.thread] != kNoNode &&
          here(f.thread).next == Next::kUnknown)
        stands(f.thread, Next::kFailed);
      return;
    }
  }

  bool differs() {
    pool_.problem_ = "a thread did something else after the same reads: it depends on something that is not seen";
    return false;
  }

  // The event before `n` does not end where it ends: `n` comes at once.
  void open_section(NodeId n) {
    do n = pool_.nodes_[n].parent;
    while (n != kNoNode && pool_.nodes_[n].next != Next::kEvent);
    if (n == kNoNode || pool_.nodes_[n].opens_section) return;
    pool_.nodes_[n].opens_section = true;
    if (n < pool_.old_) ++pool_.revision_;
  }

  // What stands at a node is known now.
  void defined(NodeId n) {
    grew_ = true;
    if (n < pool_.old_) ++pool_.revision_;
  }

  Pool& pool_;
  const Trace& trace_;
  std::vector<NodeId> at_;                                    // per thread
  std::array<uint64_t, kMaxThreads> result_{};                // per thread: what it ended with
  std::array<uint8_t, kMaxThreads> created_{};                // per thread: how many others so far
  ContentsReader::Contents contents_;                         // of the event being taken
  Followed followed_;                                         // likewise
  std::vector<TermId> terms_;                                 // of the run -> of the pool
  size_t asked_ = 0;                                          // questions that were taken
  std::array<std::vector<uint64_t>, kMaxThreads> registers_;  // per thread: what they hold
  bool rebind_ = false, grew_ = false;
};

bool Pool::learn(const Trace& trace) { return Lesson(*this, trace).run(); }

}  // namespace heddle::causal
