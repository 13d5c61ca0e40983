// Machine: performs what a model says, one step at a time. It has one state, which can be read and set as a row of small
// numbers, so that a search can keep many.
//
// A thread waits for a cell (a condition, a barrier, a futex) or for nothing; who waits for a cell is seen from the
// threads. Words of cells: memory: its bits, and which are known; a lock: owner + 1, and how often it holds it, or no
// owner and how many read; a semaphore: its count, and whether that is known; a once flag: 0 new, 1 running, 2 done.
//
// Where accesses may race without being made at the same time (Model::watches), a state says besides which access is watched, who knows of
// it, and which addresses hand that on (machine_order.cpp).
//
// Of a thread's registers a state has those that are live where it stands (BoundNode::live), in that order.
//
// What a thread receives from outside the program is not known: registers and memory then hold formulas, and a state has a condition, what
// its formulas were found to be so far. Where a thread asks what a formula is there are several ways to go on, one for each answer that some
// input gives (machine_inputs.cpp). What nobody can look at any more is forgotten.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "certificate/formula.h"
#include "certificate/model.h"
#include "certificate/questions.h"

namespace heddle::certificate {

// What is in a cell.
struct Word {
  uint64_t value = 0, extra = 0;
  // Of memory that depends on inputs: which bytes of which formulas, a number in `rows_`; `value` has the others.
  uint32_t row = 0;
  uint32_t ended = 0;  // 1: memory of a local whose life has ended; what it held stays, for the next one there
  auto operator<=>(const Word&) const = default;
};

class Machine {
 public:
  explicit Machine(const Model& model, AskSolver solver = {});

  using State = std::vector<uint32_t>;
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

  bool over() const { return over(state_); }
  static bool over(const State& state) { return state.back() != 0; }
  // Threads that can perform their next operation.
  std::vector<ThreadId> enabled() const;
  // Does the next operation of `t` touch only what no other thread touches, ever?
  bool is_private(ThreadId t) const;
  // Nobody else can go on before `t` has.
  bool in_section(ThreadId t) const { return node(t).section; }
  // How many values the next operation of `t` can be given.
  int choices(ThreadId t) const;
  // Lets thread t perform its operation, then everybody go on who can without one. False: that leads out of what the
  // certificate says, and `problem()` says how. The first call, without a thread, is `begin`.
  // `watch`: the access that it makes is watched from now on.
  bool perform(ThreadId t, int choice, bool watch = false);
  bool begin();
  // Of what was performed last there may be other ways, by inputs: true if the next one is to be performed, from the same state.
  bool has_other_way();
  void first_way() { decisions_.clear(), next_decision_ = 0, impossible_ = false; }
  // What could not be performed is the fault of no input: none leads there after all.
  bool impossible() const { return impossible_; }
  const Questions& questions() const { return questions_; }
  const std::string& problem() const { return problem_; }
  // Threads that were created in some step so far.
  const ThreadSet& created() const { return created_; }
  // Nobody is enabled. True if that is wrong: `problem()` says who waits for what.
  bool deadlocked();
  // Nobody is enabled, and somebody stands at an assumption that does not hold: this is no end.
  bool stopped() const;
  // Two of these threads are about to access the same memory, one of them writes, and one of the accesses is not atomic:
  // nothing is between them. Then `problem()` says who.
  bool raced(const std::vector<ThreadId>& enabled);
  // Thread t is about to make an access that may be watched. Everybody knows of the one that is, so no race comes of it.
  bool may_watch(ThreadId t) const;
  bool everybody_knows() const;
  // Whom the wake-up that t is about to make can wake, in the order in which they are chosen.
  std::vector<ThreadId> waiters(ThreadId t) const;
  // Threads that can be exchanged for each other are put into a fixed order. `to[t]`: who t is afterwards.
  std::vector<ThreadId> arrange();
  // They can be exchanged for each other, and that would change nothing.
  bool stand_alike(ThreadId t, ThreadId u) const;
  // "thread 2: lock at 0x1000".
  std::string describe(ThreadId t) const;

 private:
  // Bits that are not known are 0 otherwise.
  static constexpr Word kFreed{~uint64_t{0}, 0}, kDestroyed{~uint64_t{0}, 1};
  static bool is_freed(const Word& word) { return word == kFreed || word.ended != 0; }
  static bool is_gone(const Word& word) { return is_freed(word) || word == kDestroyed; }

  using Row = std::array<Formulas::Byte, 8>;
  uint32_t number_of_row(const Row& row);

  // Parts of the state.
  uint32_t& at(ThreadId t) { return state_[t]; }
  uint32_t at(ThreadId t) const { return state_[t]; }
  uint32_t& waits(ThreadId t) { return state_[threads_ + t]; }  // for this cell, + 1
  uint32_t waits(ThreadId t) const { return state_[threads_ + t]; }
  const Word& word(uint32_t cell) const { return words_[cell][state_[2 * threads_ + cell]]; }
  void set(uint32_t cell, Word word);

  // What stands in memory, byte by byte. kUnknown: not all of it was seen; kInput: it depends on inputs.
  enum class Seen { kFreed, kUnknown, kInput, kKnown };
  Seen load(const Place& place, std::string& bytes) const;
  void store(const Place& place, const std::string& bytes);
  // As one value, of up to 8 bytes: kInput if there are more, and they depend on inputs.
  Seen load_value(const Place& place, Value& value) const;
  void store_value(const Place& place, Value value);
  bool is_freed(const Place& place) const;

  const BoundNode& node(ThreadId t) const { return model_.nodes[at(t)]; }
  std::vector<ThreadId> waiting_for(uint32_t cell) const;
  bool may_give_up(ThreadId t) const;
  bool can_perform(ThreadId t) const;
  bool writes(ThreadId t) const;
  bool fail(ThreadId t, const char* what);
  // `filled`: what goes into the register that its operation fills.
  bool tell(ThreadId t, uint64_t answer, Value filled = {});
  bool go_to(ThreadId t, uint32_t next, Value filled = {});
  bool has_ended(ThreadId t) const;
  bool access(ThreadId t);
  bool write(ThreadId t);
  bool fill(ThreadId t, Value old);
  bool renew(ThreadId t, uint64_t value);
  bool look_at_semaphore(ThreadId t);
  bool free(ThreadId t);
  bool begin_life(ThreadId t);
  bool lock(ThreadId t);
  bool synchronise(ThreadId t, int choice);
  bool wake(ThreadId t, std::vector<ThreadId> who, uint64_t most, int choice, uint64_t& woken);
  bool settle(int first);
  enum class Went { kNowhere, kOn, kOut };
  Went go_on(ThreadId t);
  int met(ThreadId t);

  // Registers: where those of a thread are in the state; a register by how many were filled since; the value of an expression, with
  // what is read right now if it goes into a register. Nothing if that is not defined.
  uint32_t* slots(ThreadId t) { return state_.data() + first_slot_[t]; }
  const uint32_t* slots(ThreadId t) const { return state_.data() + first_slot_[t]; }
  Value register_of(ThreadId t, uint32_t since) const;
  std::optional<Value> evaluate(ThreadId t, ExpressionId e, const Value* filled = nullptr) const;
  uint32_t number_of_value(Value value);
  bool owns_lock(ThreadId t) const;

  // Inputs. What a value is, which has to be one of `ways`: nothing if it can be something else, or there is no such input.
  std::optional<uint64_t> decide(ThreadId t, Value value, std::vector<uint64_t> ways);
  bool decide_access(ThreadId t);
  Value decided(Value value) const;
  Value same(Value a, Value b, uint32_t width) const;
  bool is_possible(Value value, uint64_t word) const;
  const std::vector<Demand>& condition() const { return conditions_[state_[condition_slot_]]; }
  void set_condition(std::vector<Demand> condition);
  Value receive(ThreadId t);
  std::vector<bool> inputs_in_use() const;
  void forget();

  // Of a thread: what it knows of the watched access; of an address: to whom it hands that on.
  enum Knows : uint32_t { kKnows = 1, kHeard = 2, kFenced = 4, kMadeIt = 8 };
  enum HandsOn : uint32_t { kToAll = 1, kToWriters = 2 };
  uint32_t& watched() { return state_[first_watch_]; }  // the node of the access * 2 + whether it writes; 0: none is
  uint32_t watched() const { return state_[first_watch_]; }
  uint32_t& aware(ThreadId t) { return state_[first_watch_ + 1 + t]; }
  uint32_t aware(ThreadId t) const { return state_[first_watch_ + 1 + t]; }
  bool knows(ThreadId t) const { return aware(t) & kKnows; }
  uint32_t* handing(uint64_t address);
  // What was there before an operation, as far as it orders.
  struct Before {
    uint32_t node;
    bool writes;     // it changes memory
    uint64_t owner;  // of the lock, + 1
    std::vector<ThreadId> waiting;
  };
  Before before(ThreadId t) const;
  void hand_on(ThreadId t, const Before& before);
  void hand_on_access(ThreadId t, const BoundNode& n, bool writes);
  void learn(ThreadId t, bool knows) {
    if (knows) aware(t) |= kKnows;
  }
  void fence(ThreadId t);
  bool unordered(ThreadId t, const Before& before);
  std::vector<uint32_t> standing(ThreadId t) const;

  const Model& model_;
  const uint32_t threads_;
  // Nodes, cells waited for, numbers of words, numbers of registers' values, what is watched, whether the process is over.
  State state_;
  std::vector<uint32_t> first_slot_;  // per thread
  std::vector<uint32_t> locks_;       // cells
  std::vector<int> group_;            // per thread: which of the model's groups it is in, -1 if in none
  std::vector<Value> values_{{}};     // that registers had so far
  std::map<Value, uint32_t> value_numbers_;
  std::vector<std::vector<Word>> words_;  // per cell: the words it had so far
  std::vector<std::map<Word, uint32_t>> numbers_;
  std::string problem_;
  ThreadSet created_;
  uint32_t first_watch_ = 0;                        // where in the state
  std::unordered_map<uint64_t, uint32_t> handing_;  // address -> where in the state
  uint64_t told_ = 0;                               // the last answer
  // Inputs.
  mutable Formulas formulas_;
  mutable Questions questions_;
  std::vector<Row> rows_{{}};
  std::map<Row, uint32_t> row_numbers_;
  std::vector<std::vector<Demand>> conditions_{{}};  // that states had so far
  std::map<std::vector<Demand>, uint32_t> condition_numbers_;
  uint32_t condition_slot_ = 0;  // where in the state
  struct Decision {
    std::vector<uint64_t> ways;
    size_t taken = 0;
  };
  std::vector<Decision> decisions_;  // of what is being performed, in the order in which they come up
  size_t next_decision_ = 0;
  bool impossible_ = false;
};

}  // namespace heddle::certificate
