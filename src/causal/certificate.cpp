#include "causal/certificate.h"

#include <bit>
#include <cstdarg>
#include <cstdio>

#include "causal/equal_threads.h"
#include "trace/contents.h"
#include "trace/life.h"
#include "trace/term_names.h"

namespace heddle::causal {
namespace {

using dependence::Class;

class Lines {
 public:
  explicit Lines(const Pool& pool) : pool_(pool) {}

  std::string write(bool race_free, Follow follow) {
    if (follow != Follow::kNothing) add("follows %s\n", follow == Follow::kAll ? "all" : "plain");
    if (race_free) add("race-free\n");
    if (pool_.exit_at_end()) add("ends-with-main\n");
    for (CellId c = 0; c < pool_.cells().size(); ++c)
      if (pool_.cells()[c].joined == kNoCell) cell(c);
    for (int t = 0; t < pool_.threads(); ++t)
      if (const NodeId root = pool_.root(static_cast<ThreadId>(t)); root != kNoNode)
        add("thread %d root %u\n", t, root);
    equal_threads();
    terms();
    for (NodeId id = 1; id < pool_.size(); ++id) node(id);
    return std::move(text_);
  }

 private:
  [[gnu::format(printf, 2, 3)]] void add(const char* format, ...) {
    char line[256];
    va_list list;
    va_start(list, format);
    const int n = std::vsnprintf(line, sizeof line, format, list);
    va_end(list);
    text_.append(line, static_cast<size_t>(n));
  }
  void field(const char* name, uint64_t value) {
    if (value != 0) add(" %s 0x%llx", name, static_cast<unsigned long long>(value));
  }

  void bytes(const uint64_t* words, uint64_t length) {
    text_ += " bytes ";
    for (uint64_t i = 0; i < length; ++i) add("%02x", static_cast<unsigned>(words[i / 8] >> (8 * (i % 8)) & 0xff));
  }

  // A thread that ends the process is exchanged for none: who is first matters then.
  void equal_threads() {
    std::vector<ThreadId> threads;
    ThreadSet apart;
    for (int t = 0; t < pool_.threads(); ++t)
      if (pool_.root(static_cast<ThreadId>(t)) != kNoNode) threads.push_back(static_cast<ThreadId>(t));
    for (NodeId n = 1; n < pool_.size(); ++n) {
      if (pool_[n].thread == kMainThread) continue;
      if (pool_[n].next == Next::kExit) return;
      if (pool_[n].next == Next::kEnd && pool_[n].object != 0) apart.set(pool_[n].thread);
    }
    EqualThreads equals(pool_);
    equals.compute(threads, apart);
    for (ThreadId t : threads)
      if (equals.like(t) != t) add("alike %d %d\n", equals.like(t), t);
  }

  // In the file registers are numbered from 1, and what a compare-exchange expects and puts in are two terms.
  void terms() {
    numbers_.assign(pool_.terms().size(), 0);
    uint32_t count = 0;
    for (TermId id = 1; id < pool_.terms().size(); ++id) {
      const Term& t = pool_.terms()[id];
      if (t.op == TermOp::kPair) continue;
      numbers_[id] = ++count;
      add("term %u %s width %d", count, name(t.op), t.width);
      field("value", t.op == TermOp::kRegister ? t.value + 1 : t.op == TermOp::kConstant ? t.value : 0);
      field("a", numbers_[t.a]), field("b", numbers_[t.b]), field("c", numbers_[t.c]);
      add("\n");
    }
  }

  void followed(const Node& n) {
    const Term& term = pool_.terms()[n.term];
    field("fills", n.fills ? n.registers + 1 : 0);
    field("term", numbers_[term.op == TermOp::kPair ? term.b : n.term]);
    if (term.op == TermOp::kPair) field("expects", numbers_[term.a]);
  }

  // The read that the i-th condition of the loop at `id` is about.
  NodeId looked_at(NodeId id, uint32_t i) const {
    for (;;) {
      do id = pool_[id].parent;
      while (id != kNoNode && pool_[id].next != Next::kEvent);
      if (id == kNoNode) return id;
      const Op op = pool_[id].op;
      if (is_access(op) || is_try(op) || object_kind(op) == ObjectKind::kSemaphore)
        if (i-- == 0) return id;
    }
  }

  void cell(CellId c) {
    const Cell& cell = pool_.cells()[c];
    if (cell.what == Class::kAccess) return memory(c);
    constexpr const char* kNames[] = {"", "", "lock", "condition", "semaphore", "barrier", "once", "futex"};
    add("cell %s", kNames[static_cast<int>(cell.what)]);
    field("at", cell.address);
    field("length", cell.length);
    field("value", pool_.initial(c));
    field("known", pool_.initial_known(c));
    add("\n");
  }

  // A cell's value has its bytes where they stand in the granule, and there may be holes between them. In the file a cell
  // is a row of bytes, and its value counts from the first.
  void memory(CellId c) {
    const uint64_t bits = pool_.cells()[c].bytes;
    for (int first = 0; first < 8; ++first) {
      if (!(bits >> (8 * first) & 0xff)) continue;
      const int length = std::countr_one(bits >> (8 * first)) / 8;
      const uint64_t row = ~uint64_t{0} >> (64 - 8 * length);
      add("cell memory");
      field("at", pool_.cells()[c].address + static_cast<uint64_t>(first));
      field("length", static_cast<uint64_t>(length));
      field("value", pool_.initial(c) >> (8 * first) & row);
      field("known", pool_.initial_known(c) >> (8 * first) & row);
      add("\n");
      first += length;
    }
  }

  const char* what(const Node& n) const {
    switch (n.next) {
      case Next::kUnknown: return "unknown";
      case Next::kEvent: return name(n.op);
      case Next::kCreate: return "create";
      case Next::kJoin: return "join";
      case Next::kFence: return "fence";
      case Next::kAwait: return "await";
      case Next::kEnd: return n.object != 0 ? "end-process" : "end";
      case Next::kExit: return "exit";
      case Next::kFailed: return "failed";
      case Next::kStopped: return "stopped";
      case Next::kAsk: return "ask";
    }
    return "unknown";
  }

  void node(NodeId id) {
    const Node& n = pool_[id];
    add("node %u %s", id, what(n));
    if (n.next != Next::kEnd) field("at", n.object);
    if (n.next == Next::kEnd || n.next == Next::kJoin) field("value", n.value);
    if (n.next == Next::kCreate && n.begins != pool_.root(static_cast<ThreadId>(n.object))) field("begins", n.begins);
    if (n.next == Next::kEvent) {
      field("length", n.length);
      if (n.op != Op::kRmw) field("second", n.second);
      const bool matters = n.op == Op::kWrite || n.op == Op::kChoose || n.op == Op::kBarrier || n.op == Op::kOnceLeave;
      const bool block = is_block(n.op, n.object, n.length);
      if (!block && !begins_life(n) && n.term == kNoTerm && (matters || (n.op == Op::kRmw && (n.blind || n.fills))))
        field("value", n.value);
      if (n.op == Op::kWrite && n.contents != 0) bytes(pool_.contents(n), n.length);
      field("section", n.flags & kInSection ? 1 : 0);
      field("blind", n.blind);
      field("plain", is_access(n.op) && !(n.flags & kAtomic));
    }
    if (n.next == Next::kEvent || n.next == Next::kFence) field("order", n.order), field("failure", n.failed_order);
    if (n.next == Next::kEvent || n.next == Next::kAsk) followed(n);
    field("position", n.position);
    add("\n");
    if (n.next == Next::kAwait) conditions(id);
    if (n.child != kNoNode) add("then %u %u\n", id, n.child);
    pool_.for_each_edge(id, [&](const Edge& e) {
      add("edge %u %u", id, e.to);
      field("told", e.key);
      if (n.next == Next::kEvent && !n.fills) {
        if (n.op == Op::kRmw && e.contents != 0) bytes(pool_.contents(e), n.length);
        else if (n.op == Op::kRmw && !e.failed) field("writes", e.written);
        field("fails", e.failed);
      }
      add("\n");
    });
  }

  void conditions(NodeId id) {
    uint32_t number = 0;
    for (const Condition& c : pool_.conditions(pool_[id])) {
      add("until %u %s", id, name(c.op));
      field("at", c.address);
      field("length", c.length);
      field("value", c.value);
      const Node& looked = pool_[looked_at(id, number++)];
      field("register", looked.fills ? looked.registers + 1 : 0);
      add("\n");
    }
  }

  const Pool& pool_;
  std::vector<uint32_t> numbers_;  // of terms in the file
  std::string text_;
};

}  // namespace

std::string certificate_lines(const Pool& pool, bool race_free, Follow follow) {
  return Lines(pool).write(race_free, follow);
}

}  // namespace heddle::causal
