// The pool: what all runs taught about the program. For each thread a tree: a node is a point in the thread's code,
// reached by what the thread was told so far (its local path), and says what the thread does next. Operations that
// tell the thread something (a try, a read that is not followed) have one edge per answer seen; the others have one.
//
// A read that is followed (trace/term.h) tells its thread nothing: it fills a register. What is written may then be a term over
// the thread's registers, and where the thread asks something about them there is a node of its own, with one edge per answer.
//
// A thread has a tree for each argument it was started with, and a join that takes the result of a thread tells it.
//
// The pool only grows. Learning a run twice changes nothing, and two pools are merged by learning each other's runs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "causal/cells.h"
#include "causal/ledger.h"
#include "trace/trace.h"

namespace heddle::causal {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0;

// What stands at a node.
enum class Next : uint8_t {
  kUnknown,  // no run got this far
  kEvent,    // a visible event, `op`
  kCreate,   // of thread `object`; this, kJoin and kAwait just happen as soon as they can
  kJoin,
  kFence,    // of memory order `order`: it just happens as well
  kAwait,    // sleeps until one of `conditions` holds
  kAsk,      // asks what `term` is
  kEnd,      // the thread is done
  kExit,     // the process ends here, at once
  kFailed,   // a finding
  kStopped,  // an assumption does not hold: the thread goes no further
};

struct alignas(64) Node {
  // What every step of a search looks at, in one cache line.
  uint64_t value = 0;  // write: what; blind addition: how much; choice: how many; barrier: how many it waits for;
                       // creation: what the thread is started with; end: its result; join: 1 if it takes the result
  uint64_t mask = 0;   // of the value accessed, before shifting
  // Locks held, by lock number (the first 64): for writing; in any way.
  uint64_t held = 0, holds = 0;
  NodeId child = kNoNode;        // operations with one answer: what follows
  uint32_t edge = 0;             // others: first of the edges, + 1
  CellId cell = kNoCell;         // memory, or the object
  CellId second_cell = kNoCell;  // the mutex of a condition wait
  uint32_t pieces = 0;           // block accesses: how many pieces; 0 if it is none
  uint32_t list_size = 0;        // how many there are in `list`
  Next next = Next::kUnknown;
  Op op = Op::kBegin;
  uint8_t flags = 0;  // of the event: kAtomic, kInSection
  uint8_t shift = 0;
  ThreadId thread = 0;
  bool opens_section : 1 = false;  // an atomic section begins with it: what follows comes at once
  bool blind : 1 = false;          // its result is not looked at: it has one child whatever it reads
  bool fills : 1 = false;          // what it reads goes into the thread's next register
  // Of atomic accesses and fences, as Event has it, + 1, 0 if no run has shown it; of a compare-exchange that fails: the other one.
  uint8_t order : 3 = 0;
  uint8_t failed_order : 3 = 0;

  uint64_t object = 0;  // as Event::object, of kEnd too
  uint64_t second = 0;  // as Event::second
  uint64_t position = 0;
  uint64_t key = 0;  // what its thread was told to get here
  NodeId parent = kNoNode;
  NodeId begins = kNoNode;  // kCreate: where the new thread begins
  uint32_t piece = 0;       // block accesses: the first of their pieces; `cell` is that of the first
  uint32_t contents = 0;    // block writes: where in the pool's contents, + 1
  uint32_t list = 0;        // kFree, kWrite: cells besides `cell`; kAwait: conditions
  uint32_t length = 0;
  TermId term = kNoTerm;   // kAsk: what is asked; an access: what is written, if not `value`; compare-exchange: a pair
  uint32_t registers = 0;  // how many of its thread are filled when it stands here
};
static_assert(offsetof(Node, object) == 64 && sizeof(Node) == 128);

struct Edge {
  uint64_t key = 0;
  uint64_t written = 0;  // read-modify-writes
  NodeId from = kNoNode, to = kNoNode;
  uint32_t sibling = 0;   // next edge of the same node, + 1
  uint32_t contents = 0;  // read-modify-writes of blocks: what is written, as in Node
  bool failed = false;    // compare-exchange: nothing was written
};

// A sleeping spin loop goes on when this holds.
struct Condition {
  Place place;                     // memory: differs from `value`
  uint32_t piece = 0, pieces = 0;  // as in Node
  CellId lock = kNoCell;           // or: this lock or semaphore can be taken
  uint64_t value = 0;
  uint64_t address = 0;
  uint32_t length = 0;
  Op op = Op::kRead;
};

class Pool {
 public:
  Pool();

  // Adds what the run shows. True if anything was new.
  bool learn(const Trace& trace);
  // Empty, or what makes the model and the program differ; the pool is of no use then.
  const std::string& problem() const { return problem_; }

  // Terms: in the pool they name registers of whatever thread they belong to.
  std::span<const Term> terms() const { return terms_; }
  // The registers that a term is about; from the 64th on they share bits.
  uint64_t registers_of(TermId t) const { return registers_of_[t]; }
  static constexpr uint64_t register_bit(uint32_t number) { return uint64_t{1} << (number & 63); }
  // Some reads are followed.
  bool follows() const { return terms_.size() > 1; }

  // Some thread receives inputs that are followed (Op::kInput).
  bool has_inputs() const { return has_inputs_; }
  // Some thread gives up a wait again and again (Deadline::kTired).
  bool has_tired() const { return has_tired_; }
  // Runs with such inputs may be learned; else they are a problem.
  void allow_inputs() { allows_inputs_ = true; }

  // Where event i of the run that was learned last stands; kNoNode if it is no step of its thread.
  NodeId node_of(size_t i) const { return i < steps_.size() ? steps_[i] : kNoNode; }

  // Where the thread stood when that run was over; kNoNode if it never began.
  NodeId stands(ThreadId t) const { return t < stands_.size() ? stands_[t] : kNoNode; }

  const Node& operator[](NodeId n) const { return nodes_[n]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  // Where the thread begins: the first such place seen, or kNoNode; all of them.
  NodeId root(ThreadId t) const { return roots_[t].empty() ? kNoNode : roots_[t].front(); }
  std::span<const NodeId> roots(ThreadId t) const { return roots_[t]; }
  // The nodes that create the thread.
  std::span<const NodeId> creations(ThreadId t) const { return creators_[t]; }
  // Nodes on the way from where its thread begins.
  uint32_t depth(NodeId n) const { return depths_[n]; }
  // The join at `n` may tell something that no run has shown.
  bool may_tell_more(const Node& n, NodeId id) const;
  int threads() const { return threads_; }
  const Cells& cells() const { return cells_; }
  const Ledger& ledger() const { return ledger_; }
  const Edge* find(NodeId from, uint64_t key) const {
    for (uint32_t e = nodes_[from].edge; e != 0; e = edges_[e - 1].sibling)
      if (edges_[e - 1].key == key) return &edges_[e - 1];
    return nullptr;
  }
  template <class F>
  void for_each_edge(NodeId from, F&& f) const {
    for (uint32_t e = nodes_[from].edge; e != 0; e = edges_[e - 1].sibling) f(edges_[e - 1]);
  }
  // Block accesses: their pieces, and the words that are written. Of a Node, an Edge of it, or a Condition.
  template <class T>
  std::span<const Piece> pieces(const T& n) const {
    return {pieces_.data() + n.piece, n.pieces};
  }
  template <class T>
  const uint64_t* contents(const T& n) const {
    return contents_.data() + n.contents - 1;
  }
  // Calls f(cell) for the memory that an access is about.
  template <class T, class F>
  void for_each_cell(const T& n, CellId cell, F&& f) const {
    if (n.pieces == 0 && cell != kNoCell) f(cell);
    for (const Piece& p : pieces(n)) f(p.cell);
  }
  std::span<const CellId> list(const Node& n) const { return {lists_.data() + n.list, n.list_size}; }
  std::span<const Condition> conditions(const Node& n) const { return {conditions_.data() + n.list, n.list_size}; }
  // Before the first write of a run: the value, and which of its bits are known.
  uint64_t initial(CellId c) const { return initial_[c]; }
  uint64_t initial_known(CellId c) const { return initial_known_[c]; }
  void learn_initial(CellId c, uint64_t bits, uint64_t value);
  // The thread ended the process here; with `at_once`, though others could have gone on.
  void learn_exit(NodeId n, bool at_once);
  bool exit_at_end() const { return exit_at_end_; }
  // The main thread was seen to end while the process went on.
  bool main_leaves() const { return main_leaves_; }
  void set_problem(std::string problem) { problem_ = std::move(problem); }
  // Exclusive locks that thread `t`, and whoever it creates, holds at each access to the cell.
  uint64_t guard(ThreadId t, CellId c) const {
    uint64_t locks = c < guards_[t].size() ? guards_[t][c] : ~uint64_t{0};
    if (created_[t].any())
      created_[t].for_each([&](ThreadId u) { locks &= c < guards_[u].size() ? guards_[u][c] : ~uint64_t{0}; });
    return locks;
  }
  uint64_t lock_bit(CellId lock) const;

  bool has_free() const { return has_free_; }
  // Locals begin where others were, so what is in memory that was freed may be looked at again.
  bool has_begins() const { return has_begins_; }
  // There are fences.
  bool has_fences() const { return has_fences_; }
  // Some access reaches beyond one granule.
  bool has_blocks() const { return !pieces_.empty(); }
  // An object that is made anew, or destroyed, while others run.
  bool is_renewed(CellId c) const { return c < renewed_.size() && renewed_[c]; }
  // Threads may wait for each other's locks in a circle, or a lock is never given back.
  bool locks_may_deadlock() const { return locks_may_deadlock_; }
  // Grows when something else turns out about a node that was known before, so that a search may have skipped something.
  uint64_t revision() const { return revision_; }
  // Grows when cells, their first values or what stands at a node change: nothing built on the pool holds any more.
  uint64_t layout() const { return layout_; }
  uint64_t histories() const { return histories_; }
  size_t memory() const;
  // Bytes that a run with so many events may take at once, besides those it has.
  size_t claim(size_t events) const { return nodes_.size() + events > nodes_.capacity() ? 2 * memory() : 0; }

  void save(Writer& out) const;
  bool load(Reader& in);

 private:
  friend class Lesson;
  bool held_before_matching(NodeId n) const;
  TermId add_term(const Term& term);
  NodeId add_node(NodeId parent, uint64_t key, ThreadId thread);
  void bind(NodeId n);
  template <class T>
  void bind_pieces(T& n, uint64_t address);
  void look_at_semaphore(Node& n);
  void bind_all();
  void note_locks(NodeId n);
  void note_creation(NodeId n);
  bool note_destroyed(NodeId n);
  bool note_renewal(NodeId n);
  bool note_begin();
  bool has_joined_all(NodeId n) const;
  void inherit_locks(Node& n) const;
  void note_end(NodeId n);
  void find_lock_circles();

  std::vector<Node> nodes_;
  std::vector<uint32_t> depths_;  // of each node, see depth()
  std::vector<Edge> edges_;
  std::vector<CellId> lists_;
  std::vector<Condition> conditions_;
  std::vector<Piece> pieces_;
  std::vector<uint64_t> contents_;
  std::vector<Term> terms_;
  std::vector<uint64_t> registers_of_;                           // of each term
  std::unordered_map<uint64_t, std::vector<TermId>> same_hash_;  // terms by their hash
  Cells cells_;
  Ledger ledger_;
  std::vector<uint64_t> initial_, initial_known_;
  std::vector<std::vector<NodeId>> roots_;      // per thread: one for each of what it was started with
  std::vector<std::vector<uint64_t>> results_;  // per thread: each once
  std::vector<std::vector<NodeId>> creators_;   // per thread: the nodes that create it
  std::vector<ThreadSet> created_;              // per thread: whom it creates, and whom those create
  std::vector<std::vector<uint64_t>> guards_;   // per thread and cell: locks held at each access of its own
  std::vector<uint8_t> renewed_;                // per cell: an object that is made anew while others run
  std::vector<CellId> locks_;                   // lock number -> cell
  std::vector<uint64_t> taken_while_held_;      // lock number -> locks taken while it is held
  int threads_ = 0;
  bool has_free_ = false, has_begins_ = false, has_fences_ = false, locks_may_deadlock_ = false;
  bool main_leaves_ = false;  // see main_leaves()
  bool exit_at_end_ = false;  // the process ends as soon as main does
  bool has_tired_ = false;    // see has_tired()
  bool has_inputs_ = false, allows_inputs_ = false;
  uint64_t revision_ = 0, layout_ = 0, histories_ = 0;
  std::vector<NodeId> steps_;   // see node_of
  std::vector<NodeId> stands_;  // per thread, see stands()
  NodeId old_ = 1;              // nodes below were there before the run being learned
  std::string problem_;
};

// The event as the model has it: taking a lock or a semaphore with a deadline is trying it.
Event as_tried(const Event& e);
// What an event that has an answer (op.h) tells its thread.
uint64_t answer_of(const Event& e);
// Of a compare-exchange that fills a register: only whether it failed.
bool tells(const Node& n);
uint64_t answer_of(const Node& n, const Event& e);
inline bool receives(const Node& n) { return n.op == Op::kInput && n.next == Next::kEvent; }
// The thread calls exit: it waits until no other can go on, then the process ends. So nobody ever joins it.
inline bool calls_exit(const Node& n) { return n.next == Next::kEnd && n.object != 0 && n.thread != kMainThread; }
inline bool compares(const Node& n) { return n.op == Op::kRmw && n.second == kCompares; }

}  // namespace heddle::causal
