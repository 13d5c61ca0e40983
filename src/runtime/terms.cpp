#include "runtime/terms.h"

#include <cstring>
#include <utility>

#include "base/hash.h"
#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/frames.h"
#include "runtime/globals.h"
#include "runtime/heap.h"

namespace heddle::rt {
namespace {

constexpr uint32_t kMostOfThread = 1 << 16;  // terms of one thread
constexpr uint32_t kReserve = 16;            // for those that an event needs
constexpr uint32_t kSlots = 1 << 21;

// What is kept of each term besides itself.
struct Side {
  uint64_t value;   // in this run
  ThreadId thread;  // whose it is
  bool known;       // to its thread
};
Side* side;

// Number of the run, and of a term: those of earlier runs count as empty.
uint64_t* slots;

struct Counts {
  uint32_t terms, registers;
};
Counts counts[kMaxThreads];

uint64_t hash_of(const Term& t, ThreadId thread) {
  uint64_t words[3];
  std::memcpy(words, &t, sizeof words);
  return mix(mix(mix(words[0], words[1]), words[2]), thread);
}

// The number of a term that is equal, or of a new one.
TermId intern(const Term& t, uint64_t value) {
  const uint64_t run = (g.runs & 0xffffffff) << 32;
  for (uint64_t i = hash_of(t, g.current) % kSlots;; i = (i + 1) % kSlots) {
    if ((slots[i] & ~uint64_t{0xffffffff}) != run) {
      if (g.term_count == g.term_capacity) limit_reached("threads compute more from what they read than is followed");
      const TermId id = g.term_count++;
      slots[i] = run | id;
      g.terms[id] = t;
      side[id] = {value, g.current, t.op == TermOp::kConstant};
      ++counts[g.current].terms;
      return id;
    }
    const auto id = static_cast<TermId>(slots[i]);
    if (side[id].thread == g.current && g.terms[id] == t) return id;
  }
}

TermId constant(uint64_t value, int width) {
  Term t;
  t.width = static_cast<uint8_t>(width);
  t.value = value & word_mask(width);
  return intern(t, t.value);
}

bool is_constant(const Term& t) { return t.op == TermOp::kConstant; }

bool is_injective(TermOp op) {
  return op == TermOp::kAdd || op == TermOp::kSub || op == TermOp::kXor || op == TermOp::kZeroExtend ||
         op == TermOp::kSignExtend || op == TermOp::kByteSwap;
}

// The term that tells as much as this one: x for x + 1.
TermId core(TermId id) {
  for (;;) {
    const Term& t = g.terms[id];
    if (!is_injective(t.op)) return id;
    if (t.b == kNoTerm || !is_open(t.b)) id = t.a;
    else if (!is_open(t.a)) id = t.b;
    else return id;
  }
}

// Shorter ways to say the same; kNoTerm if there is none. The operands are no constants but where said.
TermId shorter(TermOp op, int width, TermId a, uint64_t value) {
  const Term& t = g.terms[a];
  if (op != TermOp::kTruncate && op != TermOp::kZeroExtend && op != TermOp::kSignExtend) return kNoTerm;
  if (t.width == width) return a;
  const int inner = t.a != kNoTerm && t.op != TermOp::kRegister ? g.terms[t.a].width : 0;
  const bool extends = t.op == TermOp::kZeroExtend || t.op == TermOp::kSignExtend;
  if (op == TermOp::kTruncate && extends) {
    const TermOp again = width <= inner ? TermOp::kTruncate : t.op;
    return make_term(again, width, inner, {term_value(t.a), t.a});
  }
  if (op == TermOp::kTruncate && t.op == TermOp::kTruncate) return make_term(op, width, inner, {term_value(t.a), t.a});
  if (op == TermOp::kZeroExtend && t.op == op) return make_term(op, width, inner, {term_value(t.a), t.a});
  return kNoTerm;
}

// x + 1 + 1 as x + 2, x - 1 as x + -1; what no operand can change is no term at all.
struct Sum {
  TermOp op;
  Word a, b;
};
void join_sums(Sum& s, int width) {
  if (s.op == TermOp::kSub && s.b.term == kNoTerm) s = {TermOp::kAdd, s.a, {(0 - s.b.value) & word_mask(width)}};
  if (s.op == TermOp::kAdd && s.a.term == kNoTerm) std::swap(s.a, s.b);
  if (s.op != TermOp::kAdd || s.b.term != kNoTerm) return;
  const Term& t = g.terms[s.a.term];
  if (t.op != TermOp::kAdd || !is_constant(g.terms[t.b])) return;
  s.b.value = (s.b.value + g.terms[t.b].value) & word_mask(width);
  s.a = {term_value(t.a), t.a};
}

bool decided_by_constant(TermOp op, int width, const Word& a, const Word& b) {
  const auto is = [&](uint64_t value) {
    return (a.term == kNoTerm && a.value == value) || (b.term == kNoTerm && b.value == value);
  };
  if (op == TermOp::kAnd || op == TermOp::kMul) return is(0);
  return op == TermOp::kOr && is(word_mask(width));
}

// The operation leaves the other operand as it is.
bool is_neutral(TermOp op, int width, uint64_t value) {
  switch (op) {
    case TermOp::kAdd:
    case TermOp::kOr:
    case TermOp::kXor: return value == 0;
    case TermOp::kAnd: return value == word_mask(width);
    case TermOp::kMul: return value == 1;
    default: return false;
  }
}

bool commutes(TermOp op) {
  return op == TermOp::kAdd || op == TermOp::kMul || op == TermOp::kAnd || op == TermOp::kOr || op == TermOp::kXor ||
         op == TermOp::kEqual;
}

// x and x + 1, which never are equal; x and x, which always are.
bool equality_is_certain(TermId a, TermId b) {
  if (a == kNoTerm || b == kNoTerm) return false;
  const auto is_sum_of = [](TermId sum, TermId x) {
    const Term& t = g.terms[sum];
    return t.op == TermOp::kAdd && t.a == x && is_constant(g.terms[t.b]);
  };
  return a == b || is_sum_of(a, b) || is_sum_of(b, a);
}

bool takes_two(TermOp op) { return op >= TermOp::kAdd && op <= TermOp::kSLess; }

uint32_t size_of(const Word& w) { return w.term == kNoTerm ? 1u : g.terms[w.term].size; }

void close(Word& w) {
  if (w.term != kNoTerm && !is_open(w.term)) w.term = kNoTerm;
}

}  // namespace

void terms_start() {
  if (!g.options.follow) return;
  side = static_cast<Side*>(our_pages(uint64_t{g.term_capacity} * sizeof(Side)));
  slots = static_cast<uint64_t*>(our_pages(kSlots * sizeof(uint64_t)));
}

void terms_reset() {
  if (g.options.follow) std::memset(counts, 0, sizeof counts);
}

uint64_t term_value(TermId term) { return side[term].value; }
ThreadId term_thread(TermId term) { return side[term].thread; }

bool is_open(TermId id) {
  if (side[id].known) return false;
  const Term& t = g.terms[id];
  if (t.op == TermOp::kRegister) return true;
  for (const TermId operand : {t.a, t.b, t.c})
    if (operand != kNoTerm && is_open(operand)) return true;
  side[id].known = true;
  return false;
}

bool has_room() { return counts[g.current].terms + kReserve <= kMostOfThread; }

TermId make_term(TermOp op, int width, int from, Word a, Word b, Word c) {
  close(a);
  close(b);
  close(c);
  if (a.term == kNoTerm && b.term == kNoTerm && c.term == kNoTerm) return kNoTerm;
  if (op == TermOp::kSelect && a.term == kNoTerm) return a.value != 0 ? b.term : c.term;
  if (takes_two(op) && decided_by_constant(op, width, a, b)) return kNoTerm;
  if (const TermId same = shorter(op, width, a.term, a.value); same != kNoTerm) return same;
  if (op == TermOp::kEqual && equality_is_certain(a.term, b.term)) return kNoTerm;
  Sum sum{op, a, b};
  join_sums(sum, width);
  op = sum.op;
  a = sum.a;
  b = sum.b;
  if (b.term == kNoTerm && is_neutral(op, width, b.value)) return a.term;
  if (a.term == kNoTerm && is_neutral(op, width, a.value)) return b.term;
  const uint32_t size = 1 + size_of(a) + (takes_two(op) || op == TermOp::kSelect ? size_of(b) : 0) +
                        (op == TermOp::kSelect ? size_of(c) : 0);
  if (size > kMaxTermSize || !has_room()) {
    ask(a);
    ask(b);
    ask(c);
    return kNoTerm;
  }
  Term t;
  t.op = op;
  t.width = static_cast<uint8_t>(width);
  t.size = static_cast<uint16_t>(size);
  t.a = term_of(a, op == TermOp::kSelect ? 1 : from);
  if (takes_two(op)) t.b = term_of(b, from);
  if (op == TermOp::kSelect) {
    t.b = term_of(b, width);
    t.c = term_of(c, width);
  }
  if (commutes(op) && (is_constant(g.terms[t.a]) || (!is_constant(g.terms[t.b]) && t.a > t.b))) std::swap(t.a, t.b);
  return intern(t, apply(op, width, from, a.value, b.value, c.value));
}

TermId term_of(Word word, int width) { return word.term != kNoTerm ? word.term : constant(word.value, width); }

TermId make_pair(Word expected, Word desired, int width) {
  Term t;
  t.op = TermOp::kPair;
  t.width = static_cast<uint8_t>(width);
  t.a = term_of(expected, width);
  t.b = term_of(desired, width);
  t.size = static_cast<uint16_t>(1 + g.terms[t.a].size + g.terms[t.b].size);
  return intern(t, 0);
}

void ask(TermId term) {
  if (term == kNoTerm || !is_open(term)) return;
  const TermId asked = core(term);
  if (g.question_count == g.question_capacity) limit_reached("threads ask more than is kept");
  Question& q = g.questions[g.question_count++];
  q.before = g.event_count;
  q.term = asked;
  q.answer = side[asked].value;
  q.position = g.next[g.current].position;
  q.thread = g.current;
  q.stops = 0;
  ++g.ticks;
  learn(asked);
}

// Whether it is 0, with which the thread goes no further.
void ask_assumed(Word word) {
  close(word);
  while (word.term != kNoTerm && g.terms[word.term].op == TermOp::kZeroExtend) word.term = g.terms[word.term].a;
  if (word.term == kNoTerm) return;
  const int width = g.terms[word.term].width;
  const TermId term = width == 1 ? word.term : make_term(TermOp::kEqual, 1, width, word, {});
  const uint32_t asked = g.question_count;
  ask(term);
  if (g.question_count != asked + 1 || g.terms[g.questions[asked].term].width != 1) return;
  Question& q = g.questions[asked];
  q.stops = static_cast<uint8_t>(word.value != 0 ? 2 - q.answer : 1 + q.answer);
}

void learn(TermId term) {
  side[term].known = true;
  const Term& t = g.terms[term];
  if (t.op != TermOp::kEqual || side[term].value == 0) return;
  if (!is_open(t.a)) learn(core(t.b));
  else if (!is_open(t.b)) learn(core(t.a));
}

bool may_fill(uint8_t flags, uint8_t order) {
  if (!g.options.follow || (flags & kUnused) || !has_room()) return false;
  const bool synchronises = (flags & kAtomic) && order != 0 && order != 3;
  return !synchronises || g.options.follow_acquire;
}

TermId fill_register(uint64_t value, uint32_t bytes) {
  Followed& followed = g.followed[g.event_count - 1];
  Term t;
  t.op = TermOp::kRegister;
  t.width = static_cast<uint8_t>(bytes * 8);
  t.a = g.current;
  t.value = counts[g.current].registers++;
  followed.fills = counts[g.current].registers;
  return intern(t, value);
}

void note_written(TermId term) {
  if (g.options.follow && term != kNoTerm && is_open(term)) g.followed[g.event_count - 1].term = term;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

namespace {

constexpr TermOp op_of(uint32_t what) { return static_cast<TermOp>(what & 255); }

// The larger or smaller of two.
TermId extreme(TermOp less, int width, Word a, Word b, bool larger) {
  const Word condition{apply(less, 1, width, a.value, b.value, 0), make_term(less, 1, width, a, b)};
  return larger ? make_term(TermOp::kSelect, width, width, condition, b, a)
                : make_term(TermOp::kSelect, width, width, condition, a, b);
}

TermId absolute(int width, Word a) {
  const Word zero{};
  const Word negative{apply(TermOp::kSLess, 1, width, a.value, 0, 0), make_term(TermOp::kSLess, 1, width, a, zero)};
  const Word less{(0 - a.value) & word_mask(width), make_term(TermOp::kSub, width, width, zero, a)};
  return make_term(TermOp::kSelect, width, width, negative, less, a);
}

// The block of the heap, or the variable, in which an address lies.
bool object_at(uint64_t address, uint64_t* begin, uint64_t* size) {
  BlockInfo block;
  if (in_heap(address)) {
    if (!heap_find(address, &block) || address >= block.begin + block.size) return false;
    *begin = block.begin;
    *size = block.size;
    return true;
  }
  return global_at(address, begin, size) || local_at(address, begin, size);
}

void check(uint32_t term, uint64_t value) {
  if (term_value(term) != value)
    unsupported(g.next[g.current].position, "a value differs from what was computed for it: it was not followed right");
}

}  // namespace

HEDDLE_API HEDDLE_COLD uint32_t __heddle_term(uint32_t what, uint32_t a, uint64_t a_value, uint32_t b,
                                              uint64_t b_value) {
  const int width = static_cast<int>(what >> 8 & 255), from = static_cast<int>(what >> 16 & 255);
  const Word x{a_value, a}, y{b_value, b};
  switch (what & 255) {
    case HEDDLE_TERM_NOT_EQUAL: {
      const Word equal{a_value == b_value, make_term(TermOp::kEqual, 1, from, x, y)};
      return make_term(TermOp::kXor, 1, 1, equal, {1});
    }
    case HEDDLE_TERM_SMAX: return extreme(TermOp::kSLess, width, x, y, true);
    case HEDDLE_TERM_SMIN: return extreme(TermOp::kSLess, width, x, y, false);
    case HEDDLE_TERM_UMAX: return extreme(TermOp::kULess, width, x, y, true);
    case HEDDLE_TERM_UMIN: return extreme(TermOp::kULess, width, x, y, false);
    case HEDDLE_TERM_ABS: return absolute(width, x);
    default: return make_term(op_of(what), width, from, x, y);
  }
}

HEDDLE_API HEDDLE_COLD uint32_t __heddle_term_select(uint32_t width, uint32_t condition, uint64_t condition_value,
                                                     uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value) {
  return make_term(TermOp::kSelect, static_cast<int>(width), static_cast<int>(width), {condition_value, condition},
                   {a_value, a}, {b_value, b});
}

HEDDLE_API void __heddle_use(uint64_t) {}

HEDDLE_API HEDDLE_COLD void __heddle_ask_address(uint32_t term, uint64_t value) {
  if (term == kNoTerm) return;
  check(term, value);
  uint64_t begin = 0, size = 0;
  if (is_open(term) && object_at(value, &begin, &size) && size > 0 && g.terms[term].width == 64) {
    const Word address{value, term};
    const Word offset{value - begin, make_term(TermOp::kSub, 64, 64, address, {begin})};
    const TermId inside = make_term(TermOp::kULess, 1, 64, offset, {size});
    if (inside != kNoTerm) ask(inside);
  }
  ask(term);
}

HEDDLE_API HEDDLE_COLD void __heddle_ask(uint32_t term, uint64_t value) {
  if (term == kNoTerm) return;
  check(term, value);
  ask(term);
}

HEDDLE_API HEDDLE_COLD void __heddle_ask_at(uint32_t term, uint64_t value, const __heddle_pos* pos) {
  const uint32_t before = g.question_count;
  __heddle_ask(term, value);
  if (g.question_count != before) g.questions[before].position = reinterpret_cast<uint64_t>(pos);
}

HEDDLE_API HEDDLE_COLD void __heddle_ask_assumed(uint32_t term, uint64_t value) {
  if (term == kNoTerm) return;
  check(term, value);
  ask_assumed({value, term});
}

// One question after the other, until one says yes: is it one of the cases of this successor?
HEDDLE_API HEDDLE_COLD void __heddle_ask_switch(uint32_t term, uint64_t value, uint32_t width, const uint64_t* table) {
  constexpr uint64_t kMost = 8;
  if (term == kNoTerm) return;
  check(term, value);
  if (table[0] > kMost || !has_room()) return ask(term);
  const auto bits = static_cast<int>(width);
  uint64_t done = 0;  // cases, a bit for each
  for (uint64_t i = 0; i < table[0] && is_open(term); ++i) {
    if (done >> i & 1) continue;
    Word is{};
    for (uint64_t k = i; k < table[0]; ++k) {
      if (table[2 + 2 * k] != table[2 + 2 * i]) continue;
      done |= uint64_t{1} << k;
      const uint64_t constant = table[1 + 2 * k];
      const Word one{value == constant, make_term(TermOp::kEqual, 1, bits, {value, term}, {constant})};
      is = {is.value | one.value, make_term(TermOp::kOr, 1, 1, is, one)};
    }
    ask(is.term);
    if (is.value != 0) return;
  }
}
