// Random programs for the question whether an access is relevant (facts/future_walk.h), and the truth by brute force: all that the other threads
// can do while the asking one stays where it is. The programs are the facts themselves, with a meaning: blocks are left by any of their edges, a
// slot gets a value where its row says, accesses go where their expression says.
#pragma once
#include <optional>
#include <set>
#include <vector>

#include "base/hash.h"
#include "facts/future_walk.h"

namespace heddle {

class FutureProgram {
 public:
  explicit FutureProgram(uint64_t seed);

  // Runs for a while, at random, and then asks: somebody stands before an access. Nothing if nobody does.
  struct Question {
    facts::FutureAccess access;
    std::vector<std::vector<facts::StandingFrame>> frames;
    std::vector<facts::StandingThread> others;
    std::vector<std::vector<uint64_t>> slots;
    bool relevant = false;  // the truth
  };
  std::optional<Question> ask();
  const facts::Futures& futures() const { return futures_; }
  const facts::FutureWorld& world() const { return world_; }

 private:
  static constexpr uint64_t kMemory = 0x10000;
  static constexpr int kCells = 6, kArray = 4;  // the first of them are one array, the others fields that hold indexes

  struct Frame {
    uint32_t function, block, item;
    std::vector<uint64_t> slots;
    friend auto operator<=>(const Frame&, const Frame&) = default;
  };
  using Stack = std::vector<Frame>;  // innermost last
  struct State {
    std::vector<uint64_t> cells;
    std::vector<Stack> threads;  // empty: it has ended
    friend auto operator<=>(const State&, const State&) = default;
  };
  struct World final : facts::FutureWorld {
    const FutureProgram* program = nullptr;
    size_t asker = 0;
    bool read(uint64_t address, uint32_t bytes, uint64_t& value) const override;
    bool object(uint64_t address, uint64_t& begin, uint64_t& end) const override;
    bool in_heap(uint64_t) const override { return false; }
    bool holds(uint64_t mutex) const override { return mutex == asker; }
    bool is_asker(uint64_t handle) const override { return handle == asker; }
  };

  void make_function(uint32_t number);
  uint32_t make_expression(facts::FutureFunction& f, const facts::ExpressionRow& row);
  uint32_t make_index(facts::FutureFunction& f);
  void make_item(facts::FutureFunction& f);

  // What an expression can be; several if it is a range.
  std::vector<int64_t> values(const State& s, const Frame& frame, uint32_t expression) const;
  Frame enter(const State& s, uint32_t function, uint64_t argument) const;
  void settle(const State& s, Frame& frame) const;  // slots that get their value here
  bool standing(const Stack& stack) const;
  // All states that one step of a thread can lead to; `touch` sees the accesses.
  template <class Touch>
  void step(const State& s, size_t thread, std::vector<State>& next, Touch touch) const;
  void leave(const State& s, size_t thread, std::vector<State>& next) const;
  bool is_relevant(const State& s, size_t asker, const facts::FutureAccess& access) const;
  std::vector<facts::FutureAccess> accesses(const State& s, const Frame& frame, const facts::ItemRow& item) const;

  Random random_;
  facts::Futures futures_;
  std::vector<facts::FutureFunction> made_;
  State state_;
  World world_;
};

}  // namespace heddle
