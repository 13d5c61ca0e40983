// What PoolMachine does about inputs: symbols in cells and registers, decisions about them.
#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "causal/pool_machine.h"

namespace heddle::causal {

Datum PoolMachine::make_datum(int i, TermId term) {
  const Term& t = pool_.terms()[term];
  if (t.op == TermOp::kConstant) return {t.value & word_mask(t.width), kNoSymbol};
  if (t.op == TermOp::kRegister) {
    if (t.value >= registers_[i].size()) return {};
    const SymbolId s = symbol(i, t.value);
    if (s == kNoSymbol) return {registers_[i][t.value] & word_mask(t.width), kNoSymbol};
    return symbols_.resize({symbols_.hash(s), s}, symbols_.terms()[s].width, t.width);
  }
  const Datum a = make_datum(i, t.a);
  const Datum b = t.b != kNoTerm ? make_datum(i, t.b) : Datum{};
  const Datum c = t.c != kNoTerm ? make_datum(i, t.c) : Datum{};
  return symbols_.make(t.op, t.width, pool_.terms()[t.a].width, a, b, c);
}

Datum PoolMachine::decided(Datum d) const {
  if (d.symbol == kNoSymbol) return d;
  const auto at = std::ranges::find(condition_, d.symbol, &Demand::symbol);
  return at == condition_.end() ? d : Datum{at->value, kNoSymbol};
}

bool PoolMachine::must_fork(int i, Datum& d, bool exchange, bool two_way) {
  d = decided(d);
  if (d.symbol == kNoSymbol) return false;
  fork_ = {i, d.symbol, exchange, two_way};
  return forks_ = true;
}

// A loop that sleeps until a cell differs from what it saw there.
bool PoolMachine::symbol_differs(int i, const Condition& c) {
  const int width = std::popcount(c.place.mask);
  const Datum found = symbols_.take({cells_[c.place.cell].value, symbol(c.place.cell)}, c.place.mask, c.place.shift);
  Datum same = symbols_.make(TermOp::kEqual, 1, width, found, {c.value & c.place.mask, kNoSymbol});
  return !must_fork(i, same, false, true) && same.word == 0;
}

void PoolMachine::decide(SymbolId symbol, uint64_t value) {
  log_.emplace_back(Change::kDecision, 0, 0, 0);
  condition_.push_back({symbol, value, true});
}

// What an access finds, without what it does not access.
Datum PoolMachine::contents(const Node& n) {
  const SymbolId s = symbol(n.cell);
  if (s == kNoSymbol) [[likely]]
    return {cells_[n.cell].value >> n.shift & n.mask, kNoSymbol};
  return symbols_.take({cells_[n.cell].value, s}, n.mask, n.shift);
}

bool PoolMachine::is_symbolic(const Node& n) const {
  bool some = false;
  pool_.for_each_cell(n, n.cell, [&](CellId c) { some |= symbol(c) != kNoSymbol; });
  return some;
}

void PoolMachine::set_symbol(CellId c, SymbolId s) {
  if (symbol(c) == s) return;
  if (cell_symbols_.size() <= c) cell_symbols_.resize(c + 1);
  log_.emplace_back(Change::kSymbol, c, cell_symbols_[c], 0);
  cell_symbols_[c] = s;
}

void PoolMachine::write_datum(const Node& n, Datum value) {
  const uint64_t bits = n.mask << n.shift;
  const SymbolId before = symbol(n.cell);
  if (value.symbol == kNoSymbol && before == kNoSymbol) [[likely]]
    return write_bits(n.cell, bits, (value.word & n.mask) << n.shift);
  const CellState cell = cells_[n.cell];
  const int width = std::popcount(n.mask);
  if (value.symbol == kNoSymbol) value.word &= n.mask;
  else value = symbols_.resize(value, symbols_.terms()[value.symbol].width, width);
  const Datum now = symbols_.put({cell.value, before}, n.mask, n.shift, value);
  set(n.cell, now.word, cell.known | bits);
  set_symbol(n.cell, now.symbol);
}

// What a blind addition writes.
Datum PoolMachine::sum(Datum old, const Node& n) {
  if (old.symbol == kNoSymbol) [[likely]]
    return {(old.word + n.value) & n.mask, kNoSymbol};
  const int width = std::popcount(n.mask);
  return symbols_.make(TermOp::kAdd, width, width, old, {n.value & n.mask, kNoSymbol});
}

Datum PoolMachine::exchanges(int i) {
  const Node& n = node(i);
  const int width = std::popcount(n.mask);
  const Datum expected = datum(i, pool_.terms()[n.term].a), found = contents(n);
  if (expected.symbol == kNoSymbol && found.symbol == kNoSymbol) [[likely]]
    return {expected.word == found.word, kNoSymbol};
  return decided(symbols_.make(TermOp::kEqual, 1, width, expected, found));
}

NodeId PoolMachine::receive(int i, const Node& n) {
  if (n.child == kNoNode) return kNoNode;
  if (received_) fill(i, {*received_, kNoSymbol});
  else fill(i, symbols_.input(thread_[i], n.registers, static_cast<int>(n.length)));
  return n.child;
}

StateHash PoolMachine::condition_part(uint64_t inputs) const {
  for (uint64_t before = 0; before != inputs;) {
    before = inputs;
    for (const Demand& d : condition_)
      if (symbols_.inputs(d.symbol) & inputs) inputs |= symbols_.inputs(d.symbol);
  }
  StateHash sum;
  for (const Demand& d : condition_)
    if (symbols_.inputs(d.symbol) & inputs) sum += StateHash::part(symbols_.hash(d.symbol), mix(d.value, 0x696e707574));
  return sum;
}

}  // namespace heddle::causal
