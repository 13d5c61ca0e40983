// Interpreter: the state of a running model program and what its threads do. It knows no schedule: whoever drives
// it (ModelExecutor, brute force) asks who is enabled and says who performs.
//
// The rules are those of the real runtime. A thread stops before each visible event; performing it includes
// the local code up to the next one. Begin, create, join and end are no choices: they happen as soon as they
// can. After a step, threads that can go on without an event of their own (new ones, joiners, those a barrier
// or a spin loop released) run up to their next event, smallest id first.
//
// Copyable: brute force keeps one machine per depth.
#pragma once
#include <optional>
#include <vector>

#include "model/code.h"
#include "model/follower.h"
#include "trace/event.h"
#include "trace/finding.h"
#include "trace/trace.h"

namespace heddle::model {

inline constexpr uint64_t kVariableBase = 0x1000, kMutexBase = 0x2000, kConditionBase = 0x3000, kSemaphoreBase = 0x4000,
                          kBarrierBase = 0x5000;

class Interpreter {
 public:
  explicit Interpreter(const FlatProgram& program);

  // Runs main, and whoever it creates at once, up to their first events. Events go to `log` if it is not null.
  void start(std::vector<Event>* log);
  // Contents of block accesses go there, as in Trace::contents.
  void keep_contents(std::vector<uint64_t>* contents) { contents_ = contents; }

  // Reads fill registers, and only what is asked about them tells a thread something (trace/term.h).
  void follow_values() { follower_.emplace(); }
  void forget_followed() {
    if (follower_) follower_->forget();
  }
  const Follower* follower() const { return follower_ ? &*follower_ : nullptr; }

  bool over() const { return over_; }
  Outcome outcome() const { return outcome_; }
  bool has_finding() const { return outcome_ == Outcome::kFinding; }
  const Finding& finding() const { return finding_; }

  // Threads that can perform their next event. If empty and the machine is not over, call `get_stuck`.
  ThreadSet enabled() const;
  const Event* next() const { return next_.data(); }
  // How many values the next event of `t` offers: more than 1 means that a value step follows it.
  int values(ThreadId t) const;
  // Thread t performs its next event; `value` answers its value step.
  void perform(ThreadId t, int value, std::vector<Event>* log);
  // Nobody is enabled: everyone is done, or a deadlock, or stopped by an assumption.
  void get_stuck();
  // Its threads go round for ever, from this step on.
  void go_round_for_ever(uint32_t loop);

  // The next event of each thread that waits for a chance to perform it.
  void pending(std::vector<Event>& out) const;

  bool all_done() const;  // everyone who was created has ended, or would without a further event
  bool main_done() const { return threads_[kMainThread].status == Status::kDone; }
  int threads() const { return static_cast<int>(threads_.size()); }
  // The thread whose function it runs.
  int like(int t) const { return program_->like[static_cast<size_t>(t)]; }
  // What the program has computed: variables and registers. Equal states give equal hashes.
  uint64_t result_hash() const;
  // Everything that decides what can happen from here. Parts can be left out, to see that others notice.
  enum class Part : uint8_t {
    kVariables,  // and whether they are there
    kRegisters,
    kLines,
    kCounters,
    kStatuses,
    kLocks,
    kWaiters,
    kSemaphores,
    kBarriers,
    kNone
  };
  void state(std::vector<uint64_t>& out, Part without = Part::kNone) const;
  uint8_t marks() const { return marks_; }  // Step::marks of the last step

  // Where thread t waits though nobody can go on any more; 0 if it does not, or only joins.
  uint32_t stuck_at(ThreadId t) const;
  int32_t variable(int i) const { return variables_[static_cast<size_t>(i)]; }
  int32_t register_of(int thread, int r) const { return threads_[static_cast<size_t>(thread)].registers[r]; }

 private:
  enum class Status : uint8_t {
    kUnborn,
    kNext,     // before its next visible event
    kWaiting,  // in a condition wait, not signalled; with a deadline, it can give up
    kArrived,  // at a barrier whose round is not complete
    kJoining,
    kSpinning,  // awaits a change of a variable
    kStopped,   // by an assumption
    kDone,
  };
  struct ThreadState {
    Status status = Status::kUnborn;
    bool eager = false;        // goes on before the next choice
    bool after_await = false;  // its next read was awaited
    bool in_section = false;   // it performed an event of the atomic section it is in
    uint8_t sections = 0;      // atomic sections that it is in
    bool in_wake = false;      // its next event takes the mutex again, after a wait for a condition
    bool gave_up = false;      // that wait, at its deadline
    bool tried = false;        // in a section, it came to a lock that is taken: now it waits for it
    uint8_t place = 0;         // the variable of its next access, where that is computed
    uint16_t line = 0;
    uint16_t counters[kLoopSlots] = {};
    int32_t registers[kRegisters] = {};
    TermId terms[kRegisters] = {};  // of the registers, where values are followed
  };

  const Line& line(ThreadId t) const { return (*program_).threads[t][threads_[t].line]; }
  int32_t value(ThreadId t, Value v) const;
  Instruction located(ThreadId t, const Instruction& i) const;
  bool holds(ThreadId t, const Instruction& i) const;
  void compute(ThreadId t, const Instruction& i, TermOp op);
  Follower::Tracked tracked(ThreadId t, Value v) const;
  bool asked(ThreadId t, const Instruction& i);
  void ask_value(ThreadId t, Value v);
  void ask_operands(ThreadId t, const Instruction& i);
  TermId follow_access(ThreadId t, const Instruction& i);
  bool is_followed(ThreadId t, const Instruction& i) const;
  bool can_perform(ThreadId t) const;
  bool can_go(ThreadId t) const;
  void go_on(ThreadId t);
  void settle();
  Interpreter settled() const;
  void announce(ThreadId t);
  bool local(ThreadId t);
  void finish_thread(ThreadId t);
  void access(ThreadId t, const Instruction& i, Event& e);
  void perform_lesser(ThreadId t, const Instruction& i);
  void synchronise(ThreadId t, const Instruction& i, int value, Event& e);
  void store(const Instruction& i, int32_t value, Event& e);
  bool fails_at(ThreadId t, const Instruction& i);
  void change_life(const Instruction& i, Event& e);
  void wake(ThreadId t);
  void break_section(ThreadId t);
  bool is_free(ThreadId t, uint8_t mutex, bool shared) const;
  bool take(ThreadId t, uint8_t mutex, bool shared);
  bool release(ThreadId t, uint8_t mutex);
  uint8_t& reads(ThreadId t, uint8_t mutex) { return reading_[mutex * threads_.size() + t]; }
  void result(ThreadId t, const Instruction& i, int32_t value, TermId term = kNoTerm);
  void fail(FindingKind kind, ThreadId t, uint64_t object, const char* message);
  void structure(Op op, ThreadId t, uint64_t object, uint64_t read = 0);
  void access_block(ThreadId t, const Instruction& i, Event& e);

  const FlatProgram* program_;
  std::vector<ThreadState> threads_;
  std::vector<Event> next_;  // per thread, valid in Status::kNext
  std::vector<int32_t> variables_;
  std::vector<uint8_t> gone_;      // per variable: its life has ended
  std::vector<int32_t> mutexes_;   // 0 free, t + 1 owned by t, -n held for reading n times
  int depth_ = 0;                  // how often the owner of the recursive one has it
  std::vector<uint8_t> reading_;   // per mutex and thread: how often it holds it for reading
  std::vector<uint32_t> waiting_;  // per condition: bit set of waiting threads
  std::vector<int32_t> semaphores_;
  std::vector<uint32_t> arrived_;  // per barrier: bit set of threads of this round
  std::vector<uint32_t> rounds_;   // per barrier: the number of this round; all barriers have one count
  uint32_t round_ = 0;             // rounds that were begun
  int section_ = -1;               // the thread that performed last, if it is in a section: it goes on if it can
  uint8_t marks_ = 0;              // of the last step
  ThreadId performing_ = 0;        // who made it
  bool assumption_failed_ = false;
  bool over_ = false;
  Outcome outcome_ = Outcome::kComplete;
  Finding finding_;
  std::vector<Event>* log_ = nullptr;  // during start and perform
  std::vector<uint64_t>* contents_ = nullptr;
  std::optional<Follower> follower_;
};

}  // namespace heddle::model
