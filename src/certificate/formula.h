// Formulas: values that depend on inputs of the program, as the checker carries them about. A Value is a number, or a formula over inputs.
//
//   Value n = formulas.input(2, 0, 32);                                   // the first input of thread 2 that is still of interest
//   Value sum = formulas.make(TermOp::kAdd, 32, 32, n, {.word = 1});      // n + 1
//
// Equal formulas are one. An input has no name in a certificate: of each thread, those that somebody can still look at are numbered anew.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/thread_set.h"
#include "trace/term.h"

namespace heddle::certificate {

using FormulaId = uint32_t;  // 0 for none

struct Value {
  uint64_t word = 0;
  FormulaId formula = 0;  // then `word` says nothing
  auto operator<=>(const Value&) const = default;
};

class Formulas {
 public:
  Formulas() : nodes_(1), inputs_of_(1) {}

  Value input(ThreadId thread, uint32_t number, uint32_t bits);
  // Operands of comparisons and conversions have `from` bits, others as many as the result.
  Value make(TermOp op, uint32_t width, uint32_t from, Value a, Value b = {}, Value c = {});
  Value resize(Value v, uint32_t from, uint32_t width);
  // The i-th byte of a formula; bytes as one number, the first one lowest.
  struct Byte {
    FormulaId formula = 0;  // 0: the number `value`
    uint32_t index = 0;     // which byte of it
    uint8_t value = 0;
    auto operator<=>(const Byte&) const = default;
  };
  Value join(std::span<const Byte> bytes);

  uint32_t width(FormulaId f) const { return nodes_[f].width; }
  struct Input {
    ThreadId thread = 0;
    uint32_t number = 0, bits = 0;
    auto operator<=>(const Input&) const = default;
  };
  const std::vector<Input>& inputs() const { return inputs_; }
  // Those that a formula is about, by index, rising.
  const std::vector<uint32_t>& inputs_of(FormulaId f) const { return inputs_of_[f]; }
  // These and all that they are made of, each after its operands.
  std::vector<FormulaId> parts_of(std::span<const FormulaId> formulas) const;
  // With these values of the inputs, by index: what they are goes into `values`, by formula.
  void evaluate(std::span<const FormulaId> parts, std::span<const uint64_t> inputs,
                std::vector<uint64_t>& values) const;
  // The constants among them.
  void add_constants(std::span<const FormulaId> parts, std::vector<uint64_t>& constants) const;
  // As definitions of SMT-LIB, of these formulas and all that they are made of: formula 7 is called f7, input 2 i2.
  std::string definitions(std::span<const FormulaId> formulas) const;

 private:
  struct Node {
    TermOp op = TermOp::kConstant;
    uint32_t width = 0;
    FormulaId a = 0, b = 0, c = 0;
    uint64_t value = 0;  // of a constant; of kRegister: the index of an input
    auto operator<=>(const Node&) const = default;
  };
  FormulaId add(const Node& n);
  FormulaId named(Value v, uint32_t width);
  std::string text(const Node& n) const;

  std::vector<Node> nodes_;
  std::vector<std::vector<uint32_t>> inputs_of_;
  std::map<Node, FormulaId> known_;
  std::vector<Input> inputs_;
  std::map<Input, uint32_t> input_numbers_;
};

}  // namespace heddle::certificate
