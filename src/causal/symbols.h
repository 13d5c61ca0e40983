// Symbols: expressions over the inputs of a program (Op::kInput), as a search of the pool carries them about. A Datum is a word
// that is known, or a symbol.
//
//   Datum j = symbols.input(2, 0, 32);                       // input 0 of thread 2, of 32 bits
//   Datum less = symbols.make(TermOp::kULess, 1, 32, j, {3});   // j < 3
//   Datum four = symbols.make(TermOp::kAdd, 32, 32, {1}, {3});  // a word again: 4
//
// Equal expressions are one symbol. What can be computed at once is; and a value that is put into a larger word, and taken out of
// it again, is itself. The word of a datum that is a symbol is the symbol's hash, which says the same in every table.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/thread_set.h"
#include "trace/term.h"

namespace heddle::causal {

using SymbolId = uint32_t;
inline constexpr SymbolId kNoSymbol = 0;

struct Datum {
  uint64_t word = 0;
  SymbolId symbol = kNoSymbol;
};

// The name of an input: its thread, and the register that it fills there. No schedule renames it.
using InputName = uint64_t;
constexpr InputName input_name(ThreadId thread, uint32_t number) { return uint64_t{thread} << 32 | number; }

class Symbols {
 public:
  Symbols();

  Datum input(ThreadId thread, uint32_t number, int bits);
  // The operator with operands of `from` bits; of kSelect, `a` has one bit and the others as many as the result.
  Datum make(TermOp op, int width, int from, Datum a, Datum b = {}, Datum c = {});
  // The same value with more or fewer bits.
  Datum resize(Datum d, int from, int width);
  // `bits` of a word of 64 bits become `value`, which is as wide as they are; and such bits taken out of it.
  Datum put(Datum word, uint64_t mask, int shift, Datum value);
  Datum take(Datum word, uint64_t mask, int shift);

  uint64_t hash(SymbolId s) const { return sides_[s].hash; }
  // Inputs that it is about, a bit for each; from the 64th on they share bits.
  uint64_t inputs(SymbolId s) const { return sides_[s].inputs; }
  // The index of the input that it is about, if that is only one; else kNoInput or kManyInputs.
  static constexpr uint32_t kNoInput = UINT32_MAX, kManyInputs = UINT32_MAX - 1;
  uint32_t only_input(SymbolId s) const { return sides_[s].only; }
  // As terms whose registers are the inputs, by index; a symbol is the number of its term.
  std::span<const Term> terms() const { return terms_; }
  struct Input {
    InputName name;
    int bits;
  };
  std::span<const Input> all_inputs() const { return inputs_; }
  uint64_t evaluate(SymbolId s, std::span<const uint64_t> inputs) const { return heddle::evaluate(terms_, s, inputs); }
  // Some expression had no place: what was made since is of no use.
  bool overflowed() const { return overflowed_; }

 private:
  struct Side {
    uint64_t hash = 0;
    uint64_t inputs = 0;       // see inputs()
    uint64_t bits = 0;         // those that may be set
    uint32_t only = kNoInput;  // see only_input()
  };
  SymbolId intern(const Term& term);
  SymbolId named(Datum d, int width);
  Datum shorter(TermOp op, int width, int from, Datum a, Datum b);
  Datum pair_up(TermOp op, int width, SymbolId joined, Datum b);
  uint64_t bits_of(Datum d) const { return d.symbol == kNoSymbol ? d.word : sides_[d.symbol].bits; }
  uint64_t bits_of(const Term& term) const;
  Datum as_datum(SymbolId s) const;

  std::vector<Term> terms_;
  std::vector<Side> sides_;
  std::vector<Input> inputs_;
  std::unordered_map<uint64_t, SymbolId> known_;  // by hash
  bool overflowed_ = false;
};

}  // namespace heddle::causal
