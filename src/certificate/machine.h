// Machine: performs what a model says, one step at a time. It has one state, which can be read and set as a row of small
// numbers, so that a search can keep many.
//
// A thread waits for a cell (a condition, a barrier, a futex) or for nothing; who waits for a cell is seen from the
// threads. Words of cells: memory: its bits, and which are known; a lock: owner + 1, and how often it holds it, or no
// owner and how many read; a semaphore: its count, and whether that is known; a once flag: 0 new, 1 running, 2 done.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "certificate/model.h"

namespace heddle::certificate {

class Machine {
 public:
  explicit Machine(const Model& model);

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
  bool perform(ThreadId t, int choice);
  bool begin();
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
  // "thread 2: lock at 0x1000".
  std::string describe(ThreadId t) const;

 private:
  struct Word {
    uint64_t value = 0, extra = 0;
    auto operator<=>(const Word&) const = default;
  };
  // Bits that are not known are 0 otherwise.
  static constexpr Word kFreed{~uint64_t{0}, 0}, kDestroyed{~uint64_t{0}, 1};
  static bool is_gone(const Word& word) { return word == kFreed || word == kDestroyed; }

  // Parts of the state.
  uint32_t& at(ThreadId t) { return state_[t]; }
  uint32_t at(ThreadId t) const { return state_[t]; }
  uint32_t& waits(ThreadId t) { return state_[threads_ + t]; }  // for this cell, + 1
  uint32_t waits(ThreadId t) const { return state_[threads_ + t]; }
  const Word& word(uint32_t cell) const { return words_[cell][state_[2 * threads_ + cell]]; }
  void set(uint32_t cell, Word word);

  // What stands in memory, byte by byte. kUnknown: not all of it was seen.
  enum class Seen { kFreed, kUnknown, kKnown };
  Seen load(const Place& place, std::string& bytes) const;
  void store(const Place& place, const std::string& bytes);
  bool is_freed(const Place& place) const;

  const BoundNode& node(ThreadId t) const { return model_.nodes[at(t)]; }
  std::vector<ThreadId> waiting_for(uint32_t cell) const;
  bool can_perform(ThreadId t) const;
  bool writes(ThreadId t) const;
  bool fail(ThreadId t, const char* what);
  bool tell(ThreadId t, uint64_t answer);
  bool go_to(ThreadId t, uint32_t next);
  bool access(ThreadId t);
  bool renew(ThreadId t);
  bool look_at_semaphore(ThreadId t);
  bool free(ThreadId t);
  bool lock(ThreadId t);
  bool synchronise(ThreadId t, int choice);
  bool wake(ThreadId t, std::vector<ThreadId> who, uint64_t most, int choice, uint64_t& woken);
  bool settle(int first);
  enum class Went { kNowhere, kOn, kOut };
  Went go_on(ThreadId t);
  int met(ThreadId t) const;

  const Model& model_;
  const uint32_t threads_;
  State state_;                           // nodes, cells waited for, numbers of words, whether the process is over
  std::vector<std::vector<Word>> words_;  // per cell: the words it had so far
  std::vector<std::map<Word, uint32_t>> numbers_;
  std::string problem_;
  ThreadSet created_;
};

}  // namespace heddle::certificate
