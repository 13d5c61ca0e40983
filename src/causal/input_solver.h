// InputSolver: is there an input for which these conditions hold? And which?
//
// Only conditions that share inputs with the question, directly or through others, are looked at; answers are kept by what was
// asked, since different interleavings ask the same again and again. Small values and the constants at hand are tried first, so
// inputs are readable; few bits are tried all; what is left goes to a solver for bit-vectors, if there is one (src/smt).
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "causal/symbols.h"

namespace heddle::causal {

// A symbol is, or is not, this value.
struct Demand {
  SymbolId symbol = kNoSymbol;
  uint64_t value = 0;
  bool equal = true;
};

// Values for inputs; those that are not named can have any.
using InputModel = std::vector<std::pair<InputName, uint64_t>>;

enum class Possible : uint8_t { kYes, kNo, kUnknown };

// A solver for bit-vectors. `inputs`: as InputSolver found them, by index; on kYes, a value for each.
class BitVectorSolver {
 public:
  virtual ~BitVectorSolver() = default;
  virtual Possible solve(const Symbols& symbols, std::span<const Demand> conditions, std::vector<uint64_t>& inputs) = 0;
};

class InputSolver {
 public:
  // `rest` may be null.
  explicit InputSolver(std::unique_ptr<BitVectorSolver> rest) : rest_(std::move(rest)) {}

  // Can all of `question` hold besides `path`, which can hold? On kYes, `model` has the inputs that the question is connected
  // with.
  Possible ask(const Symbols& symbols, std::span<const Demand> path, std::span<const Demand> question,
               InputModel& model);
  // Inputs for which both hold, which they can.
  bool find(const Symbols& symbols, std::span<const Demand> path, std::span<const Demand> question, InputModel& model);

  uint64_t questions() const { return questions_; }
  uint64_t solved() const { return solved_; }  // those for which the other solver was needed

 private:
  struct Known {
    Possible verdict;
    InputModel model;
  };
  const Known& solve(const Symbols& symbols, const std::vector<Demand>& slice);
  Known compute(const Symbols& symbols, const std::vector<Demand>& slice);

  std::unique_ptr<BitVectorSolver> rest_;
  std::unordered_map<uint64_t, Known> known_;
  uint64_t questions_ = 0, solved_ = 0;
};

// Where to get the other solver, see trace_solver.h: OtherSolvers. Empty if there is none.
using BitVectorSolverFactory = std::function<std::unique_ptr<BitVectorSolver>()>;
BitVectorSolverFactory& bit_vector_solver();
// Somebody who watches the time has ended what solvers do. Their answers are unknown from then on, and nothing may be concluded from
// that: searches pause at once, and whoever made them ends them.
std::atomic<bool>& solvers_stopped();
std::unique_ptr<InputSolver> make_input_solver();

}  // namespace heddle::causal
