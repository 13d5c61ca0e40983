#include "runtime/access.h"

#include <type_traits>

#include "runtime/abi.h"
#include "runtime/failure.h"
#include "runtime/standard_streams.h"
#include "runtime/term_places.h"

namespace heddle::rt {

bool begin_closer(Glance seen, uint64_t word, uint64_t address, uint64_t size, uint64_t position, uint64_t second) {
  Sight sight;
  if (seen == Glance::kUnknown) sight = look_ahead(address, size, access_of(word), position);
  if (!sight.visible && !(is_atomic(word) && too_lonely(address))) return false;
  reach_access(word, address, size, position, second, sight.late);
  const bool is_rmw = static_cast<Op>(word & 255) == Op::kRmw;
  if (is_rmw && !g.at_lesser && g.options.contents && (address & 7) + size > 8) keep_contents_before(address, size);
  return true;
}

}  // namespace heddle::rt

using namespace heddle;
using namespace heddle::rt;

#define HEDDLE_API extern "C" __attribute__((visibility("default")))

namespace {

using u128 = unsigned __int128;

uint64_t key(const __heddle_pos* pos) { return reinterpret_cast<uint64_t>(pos); }
uint64_t address_of(const void* p) { return reinterpret_cast<uint64_t>(p); }

// A copy by bytes, so that unaligned accesses are fine.
template <class T>
T get(const void* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class T>
void put(void* p, T v) {
  std::memcpy(p, &v, sizeof v);
}

template <class T>
constexpr uint64_t word_for(Op op, uint8_t flags = 0, uint32_t order = 0) {
  return event_word(op, flags, order & HEDDLE_ORDER_MASK, sizeof(T));
}

// Following values (terms.h): accesses of at most 8 bytes within a granule.
constexpr bool can_follow(uint64_t address, uint64_t size) { return (address & 7) + size <= 8; }

// Will an event of this kind fill a register? In an atomic section all accesses synchronise.
bool will_fill(uint64_t address, uint64_t size, uint8_t flags, uint32_t order) {
  if (!can_follow(address, size)) return false;
  return self().atomic_depth > 0 ? may_fill(flags | kAtomic, 5) : may_fill(flags, order & HEDDLE_ORDER_MASK);
}

// Those that are not known to be private: `word` says the access as `event_word` does. `term` is null in modules that do not
// follow values.
template <class T>
__attribute__((noinline)) T slow_load(const void* from, uint64_t word, uint64_t position, TermId* term = nullptr) {
  const uint64_t a = address_of(from);
  const bool visible = begin_access(word, a, sizeof(T), position);
  g.weak_orders |= visible && is_weak(word);
  const T v = get<T>(from);
  const bool lesser = g.at_lesser;
  if (visible) record(as_value(v));
  if (term != nullptr && !visible) *term = term_at(a, sizeof(T));
  else if (term != nullptr && !lesser && will_fill(a, sizeof(T), word >> 8 & 255, word >> 24 & 255))
    *term = fill_register(as_value(v), sizeof(T));
  g.read_lesser = lesser;
  spin_read(a, sizeof(T), as_value(v), term != nullptr ? *term : kNoTerm);
  return v;
}

// What is written to private memory, and what was there, decides whether a loop that is being watched had an effect: both are asked for
// when it comes round again. Of shared memory its thread is not told what was there.
template <class T>
__attribute__((noinline)) void slow_store(void* to, T v, uint64_t word, uint64_t position, TermId term = kNoTerm) {
  const uint64_t a = address_of(to);
  const bool stream = __builtin_expect(a - g.standard_streams < g.standard_streams_size, 0);
  if (term != kNoTerm && (stream || !can_follow(a, sizeof(T)))) ask(term);
  if (stream && get<T>(to) == v && is_in_standard_stream(a)) {
    slow_load<T>(to, word_for<T>(Op::kRead), position);
    return;
  }
  const bool visible = begin_access(word, a, sizeof(T), position);
  g.weak_orders |= visible && is_weak(word);
  const T old = get<T>(to);
  if (spin_watching()) {
    const TermId before = visible ? kNoTerm : term_at(a, sizeof(T));
    const bool doubtful = !visible && (before != kNoTerm || (term != kNoTerm && is_open(term)));
    if (old != v || doubtful) spin_write(a, sizeof(T), as_value(old), visible, false, before);
  }
  put(to, v);
  const bool lesser = g.at_lesser;
  if (visible) record(as_value(old), as_value(v));
  if (visible && !lesser) note_written(term);
  put_term(a, sizeof(T), visible ? kNoTerm : term);
}

template <class T>
T load(const void* from, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun || private_read(address_of(from), sizeof(T))) return get<T>(from);
  return slow_load<T>(from, word_for<T>(Op::kRead), key(pos));
}

template <class T>
void store(void* to, T v, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun || private_write(address_of(to), sizeof(T))) put(to, v);
  else slow_store(to, v, word_for<T>(Op::kWrite), key(pos));
}

template <class T>
using Signed =
    std::conditional_t<sizeof(T) == 16, __int128, std::make_signed_t<std::conditional_t<sizeof(T) == 16, long, T>>>;

template <class T, class F>
T as_float(T a, T b, uint32_t op) {
  F x, y;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  F r = op == HEDDLE_FADD   ? x + y
        : op == HEDDLE_FSUB ? x - y
        : op == HEDDLE_FMAX ? __builtin_fmax(x, y)
                            : __builtin_fmin(x, y);
  T out;
  std::memcpy(&out, &r, sizeof out);
  return out;
}

template <class T>
T apply(T a, T b, uint32_t op) {
  switch (op) {
    case HEDDLE_XCHG: return b;
    case HEDDLE_ADD: return a + b;
    case HEDDLE_SUB: return a - b;
    case HEDDLE_AND: return a & b;
    case HEDDLE_NAND: return static_cast<T>(~(a & b));
    case HEDDLE_OR: return a | b;
    case HEDDLE_XOR: return a ^ b;
    case HEDDLE_MAX: return static_cast<Signed<T>>(a) > static_cast<Signed<T>>(b) ? a : b;
    case HEDDLE_MIN: return static_cast<Signed<T>>(a) < static_cast<Signed<T>>(b) ? a : b;
    case HEDDLE_UMAX: return a > b ? a : b;
    case HEDDLE_UMIN: return a < b ? a : b;
    case HEDDLE_UINC_WRAP: return a >= b ? T{0} : static_cast<T>(a + 1);
    case HEDDLE_UDEC_WRAP: return a == 0 || a > b ? b : static_cast<T>(a - 1);
    default:
      if constexpr (sizeof(T) == 4) return as_float<T, float>(a, b, op);
      if constexpr (sizeof(T) == 8) return as_float<T, double>(a, b, op);
      return a;
  }
}

// Which read-modify-writes commute with each other, as Event::second; 0 for none.
uint64_t commuting_kind(uint32_t op) {
  switch (op) {
    case HEDDLE_ADD:
    case HEDDLE_SUB: return kAdds;
    case HEDDLE_AND: return kAnds;
    case HEDDLE_OR: return kOrs;
    case HEDDLE_XOR: return kXors;
    case HEDDLE_MAX: return kMaxes;
    case HEDDLE_MIN: return kMins;
    case HEDDLE_UMAX: return kUnsignedMaxes;
    case HEDDLE_UMIN: return kUnsignedMins;
    default: return 0;
  }
}

bool lonely_read(uint64_t address, uint32_t size) { return private_read(address, size) && !too_lonely(address); }
bool lonely_write(uint64_t address, uint32_t size) { return private_write(address, size) && !too_lonely(address); }

template <class T>
T atomic_load(const void* from, uint32_t flags, const __heddle_pos* pos) {
  if (g.mode == Mode::kRun && !lonely_read(address_of(from), sizeof(T)))
    return slow_load<T>(from, word_for<T>(Op::kRead, kAtomic | (flags & HEDDLE_UNUSED ? kUnused : 0), flags), key(pos));
  if (g.mode == Mode::kRun) return get<T>(from);
  T v;
  __atomic_load(static_cast<const T*>(from), &v, __ATOMIC_SEQ_CST);
  return v;
}

template <class T>
void atomic_store(void* to, T v, uint32_t flags, const __heddle_pos* pos) {
  if (g.mode == Mode::kRun && !lonely_write(address_of(to), sizeof(T)))
    slow_store(to, v, word_for<T>(Op::kWrite, kAtomic, flags), key(pos));
  else if (g.mode == Mode::kRun) put(to, v);
  else __atomic_store(static_cast<T*>(to), &v, __ATOMIC_SEQ_CST);
}

// Read-modify-write of the running program alone: by compare-exchange, which every size has.
template <class T>
T alone_rmw(void* to, T operand, uint32_t op) {
  T old;
  __atomic_load(static_cast<T*>(to), &old, __ATOMIC_SEQ_CST);
  for (;;) {
    T desired = apply(old, operand, op);
    if (__atomic_compare_exchange(static_cast<T*>(to), &old, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return old;
  }
}

// The operators of read-modify-writes that are followed.
bool is_followed(uint32_t op) { return op <= HEDDLE_UMIN; }

// The term of what an operation puts in the place of `old`.
TermId changed_term(uint32_t op, int width, Word old, Word operand) {
  const auto make = [=](TermOp term_op) { return make_term(term_op, width, width, old, operand); };
  const auto choose = [=](TermOp less, bool old_if_less) {
    const Word condition{heddle::apply(less, 1, width, old.value, operand.value, 0),
                         make_term(less, 1, width, old, operand)};
    return old_if_less ? make_term(TermOp::kSelect, width, width, condition, old, operand)
                       : make_term(TermOp::kSelect, width, width, condition, operand, old);
  };
  switch (op) {
    case HEDDLE_XCHG: return operand.term;
    case HEDDLE_ADD: return make(TermOp::kAdd);
    case HEDDLE_SUB: return make(TermOp::kSub);
    case HEDDLE_AND: return make(TermOp::kAnd);
    case HEDDLE_NAND: {
      const Word both{old.value & operand.value, make(TermOp::kAnd)};
      return make_term(TermOp::kXor, width, width, both, {word_mask(width)});
    }
    case HEDDLE_OR: return make(TermOp::kOr);
    case HEDDLE_XOR: return make(TermOp::kXor);
    case HEDDLE_MAX: return choose(TermOp::kSLess, false);
    case HEDDLE_MIN: return choose(TermOp::kSLess, true);
    case HEDDLE_UMAX: return choose(TermOp::kULess, false);
    case HEDDLE_UMIN: return choose(TermOp::kULess, true);
    default: return kNoTerm;
  }
}

// A read-modify-write that is no event.
template <class T>
TermId private_rmw(uint64_t a, T old, uint32_t op, Word operand) {
  constexpr int kWidth = sizeof(T) * 8;
  if (!has_places() && operand.term == kNoTerm) return kNoTerm;
  const Word before{as_value(old), term_at(a, sizeof(T))};
  if (is_followed(op)) {
    put_term(a, sizeof(T), changed_term(op, kWidth, before, operand));
    return before.term;
  }
  ask(before);
  ask(operand);
  put_term(a, sizeof(T), kNoTerm);
  return kNoTerm;
}

// One that filled a register.
template <class T>
TermId followed_rmw(T old, uint32_t op, Word operand, bool watched) {
  constexpr int kWidth = sizeof(T) * 8;
  const Word before{as_value(old), fill_register(as_value(old), sizeof(T))};
  const Word after{g.events[g.event_count - 1].written, changed_term(op, kWidth, before, operand)};
  note_written(after.term);
  // Whether a value was changed decides whether a loop that is being watched had an effect.
  if (watched) ask(make_term(TermOp::kEqual, 1, kWidth, before, after));
  return before.term;
}

// `term` is null in modules that do not follow values; the operand has a term only if it is not.
template <class T>
__attribute__((noinline)) T slow_rmw(void* to, T operand, uint32_t op, uint32_t flags, const __heddle_pos* pos,
                                     TermId operand_term = kNoTerm, TermId* term = nullptr) {
  const uint64_t a = address_of(to);
  const uint64_t commutes = commuting_kind(op);
  const uint8_t event_flags = kAtomic | (flags & HEDDLE_UNUSED ? kUnused : 0) | (commutes ? kCommutes : 0);
  const uint64_t word = word_for<T>(Op::kRmw, event_flags, flags);
  const bool fills = term != nullptr && is_followed(op) && will_fill(a, sizeof(T), event_flags, flags);
  if (!fills) ask(operand_term);
  const bool visible = begin_access(word, a, sizeof(T), key(pos), commutes);
  const bool watched = spin_watching();
  g.weak_orders |= visible && is_weak(word);
  const T old = get<T>(to), v = apply(old, operand, op);
  if (!visible && watched) {
    ask(operand_term);
    ask_range(a, sizeof(T));
  }
  if (term != nullptr && !visible) *term = private_rmw(a, old, op, {as_value(operand), operand_term});
  if (old != v) spin_write(a, sizeof(T), as_value(old), visible);
  put(to, v);
  const bool lesser = g.at_lesser;
  if (visible) {
    record(as_value(old), as_value(v));
    if (fills && !lesser) *term = followed_rmw(old, op, {as_value(operand), operand_term}, watched);
    put_term(a, sizeof(T), kNoTerm);
  }
  g.read_lesser = lesser;
  spin_read(a, sizeof(T), as_value(old), term != nullptr ? *term : kNoTerm);
  return old;
}

template <class T>
T rmw(void* to, T operand, uint32_t op, uint32_t flags, const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) return alone_rmw(to, operand, op);
  if (!lonely_write(address_of(to), sizeof(T))) return slow_rmw(to, operand, op, flags, pos);
  const T old = get<T>(to);
  put(to, apply(old, operand, op));
  return old;
}

// The terms of what a compare-exchange expects and puts in, and where that of what it found goes.
struct ExchangeTerms {
  TermId expected, desired;
  TermId* found;
};

// One that is no event: its success is asked.
void private_exchange(uint64_t a, int width, Word old, Word expected, Word desired, const ExchangeTerms& terms) {
  old.term = term_at(a, static_cast<uint32_t>(width / 8));
  ask(make_term(TermOp::kEqual, 1, width, old, expected));
  *terms.found = old.term;
  if (old.value == expected.value) put_term(a, static_cast<uint32_t>(width / 8), desired.term);
}

// One that filled a register. Its success is told by the event.
void followed_exchange(int width, Word old, Word expected, Word desired, bool watched, const ExchangeTerms& terms) {
  old.term = *terms.found = fill_register(old.value, static_cast<uint32_t>(width / 8));
  g.followed[g.event_count - 1].term = make_pair(expected, desired, width);
  if (const TermId equal = make_term(TermOp::kEqual, 1, width, old, expected); equal != kNoTerm) learn(equal);
  if (watched && old.value == expected.value) ask(make_term(TermOp::kEqual, 1, width, expected, desired));
}

template <class T>
T cas(void* to, T expected, T desired, uint32_t flags, const __heddle_pos* pos, const ExchangeTerms* terms = nullptr) {
  if (g.mode != Mode::kRun) {
    __atomic_compare_exchange(static_cast<T*>(to), &expected, &desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
  }
  constexpr int kWidth = sizeof(T) * 8;
  const uint64_t a = address_of(to);
  const uint8_t event_flags = kAtomic | (flags & HEDDLE_UNUSED ? kUnused : 0);
  const bool fills = terms != nullptr && will_fill(a, sizeof(T), event_flags, flags) &&
                     will_fill(a, sizeof(T), event_flags, flags >> HEDDLE_FAILURE_SHIFT);
  if (terms != nullptr && !fills) {
    ask(terms->expected);
    ask(terms->desired);
  }
  const bool visible = !lonely_write(a, sizeof(T)) &&
                       begin_access(word_for<T>(Op::kRmw, event_flags, flags), a, sizeof(T), key(pos), kCompares);
  g.weak_orders |= visible && (flags & HEDDLE_ORDER_MASK & (flags >> HEDDLE_FAILURE_SHIFT)) != 5;
  const bool watched = spin_watching();
  const T old = get<T>(to);
  const bool exchanges = old == expected;
  const Word found{as_value(old)}, wanted{as_value(expected), terms != nullptr ? terms->expected : kNoTerm},
      put_in{as_value(desired), terms != nullptr ? terms->desired : kNoTerm};
  if (!visible && watched) {
    ask(put_in);
    ask_range(a, sizeof(T));
  }
  if (terms != nullptr && !visible) private_exchange(a, kWidth, found, wanted, put_in, *terms);
  if (exchanges) {
    if (old != desired) spin_write(a, sizeof(T), as_value(old), visible);
    put(to, desired);
  }
  if (visible && !exchanges) g.next[g.current].order = flags >> HEDDLE_FAILURE_SHIFT & HEDDLE_ORDER_MASK;
  const bool lesser = g.at_lesser;
  if (visible) record(as_value(old), as_value(exchanges ? desired : expected), exchanges ? 0 : kFailed);
  if (visible && fills && !lesser) followed_exchange(kWidth, found, wanted, put_in, watched, *terms);
  if (visible && exchanges) put_term(a, sizeof(T), kNoTerm);
  g.read_lesser = lesser;
  spin_read(a, sizeof(T), as_value(old), terms != nullptr ? *terms->found : kNoTerm);
  return old;
}

}  // namespace

#define PLAIN(BYTES, TYPE)                                                                                    \
  HEDDLE_API TYPE __heddle_load##BYTES(const void* p, const __heddle_pos* pos) { return load<TYPE>(p, pos); } \
  HEDDLE_API void __heddle_store##BYTES(void* p, TYPE v, const __heddle_pos* pos) { store<TYPE>(p, v, pos); }
PLAIN(1, uint8_t)
PLAIN(2, uint16_t)
PLAIN(4, uint32_t)
PLAIN(8, uint64_t)
PLAIN(16, u128)

#define ATOMIC(BYTES, TYPE)                                                                                        \
  HEDDLE_API TYPE __heddle_atomic_load##BYTES(const void* p, uint32_t f, const __heddle_pos* pos) {                \
    return atomic_load<TYPE>(p, f, pos);                                                                           \
  }                                                                                                                \
  HEDDLE_API void __heddle_atomic_store##BYTES(void* p, TYPE v, uint32_t f, const __heddle_pos* pos) {             \
    atomic_store<TYPE>(p, v, f, pos);                                                                              \
  }                                                                                                                \
  HEDDLE_API TYPE __heddle_rmw##BYTES(void* p, TYPE v, uint32_t op, uint32_t f, const __heddle_pos* pos) {         \
    return rmw<TYPE>(p, v, op, f, pos);                                                                            \
  }                                                                                                                \
  HEDDLE_API TYPE __heddle_cas##BYTES(void* p, TYPE expected, TYPE desired, uint32_t f, const __heddle_pos* pos) { \
    return cas<TYPE>(p, expected, desired, f, pos);                                                                \
  }
ATOMIC(1, uint8_t)
ATOMIC(2, uint16_t)
ATOMIC(4, uint32_t)
ATOMIC(8, uint64_t)
ATOMIC(16, u128)

namespace {

template <class T>
__heddle_word follow_load(const void* from, uint64_t word, const __heddle_pos* pos) {
  TermId term = kNoTerm;
  const uint64_t a = address_of(from);
  if (is_atomic(word) ? lonely_read(a, sizeof(T)) : private_read(a, sizeof(T))) {
    const T v = get<T>(from);
    return {v, term_at(a, sizeof(T))};
  }
  const T v = slow_load<T>(from, word, key(pos), &term);
  return {v, term};
}

template <class T>
void follow_store(void* to, T v, TermId term, uint64_t word, const __heddle_pos* pos) {
  const uint64_t a = address_of(to);
  if (is_atomic(word) ? lonely_write(a, sizeof(T)) : private_write(a, sizeof(T))) {
    put_term(a, sizeof(T), term);
    put(to, v);
  } else {
    slow_store(to, v, word, key(pos), term);
  }
}

template <class T>
__heddle_word follow_rmw(void* to, T operand, TermId operand_term, uint32_t op, uint32_t flags,
                         const __heddle_pos* pos) {
  TermId term = kNoTerm;
  const uint64_t a = address_of(to);
  if (!lonely_write(a, sizeof(T))) {
    const T old = slow_rmw(to, operand, op, flags, pos, operand_term, &term);
    return {old, term};
  }
  const T old = get<T>(to);
  term = private_rmw(a, old, op, {as_value(operand), operand_term});
  put(to, apply(old, operand, op));
  return {old, term};
}

template <class T>
__heddle_word follow_cas(void* to, T expected, TermId expected_term, T desired, TermId desired_term, uint32_t flags,
                         const __heddle_pos* pos) {
  TermId term = kNoTerm;
  const ExchangeTerms terms{expected_term, desired_term, &term};
  const T old = cas(to, expected, desired, flags, pos, &terms);
  return {old, term};
}

}  // namespace

#define FOLLOWED(BYTES, TYPE)                                                                                       \
  HEDDLE_API __heddle_word __heddle_follow_load##BYTES(const void* p, const __heddle_pos* pos) {                    \
    if (g.mode != Mode::kRun) return {load<TYPE>(p, pos), kNoTerm};                                                 \
    return follow_load<TYPE>(p, word_for<TYPE>(Op::kRead), pos);                                                    \
  }                                                                                                                 \
  HEDDLE_API void __heddle_follow_store##BYTES(void* p, TYPE v, uint32_t term, const __heddle_pos* pos) {           \
    if (g.mode != Mode::kRun) return store<TYPE>(p, v, pos);                                                        \
    follow_store<TYPE>(p, v, term, word_for<TYPE>(Op::kWrite), pos);                                                \
  }                                                                                                                 \
  HEDDLE_API __heddle_word __heddle_follow_atomic_load##BYTES(const void* p, uint32_t f, const __heddle_pos* pos) { \
    if (g.mode != Mode::kRun) return {atomic_load<TYPE>(p, f, pos), kNoTerm};                                       \
    const uint8_t flags = kAtomic | (f & HEDDLE_UNUSED ? kUnused : 0);                                              \
    return follow_load<TYPE>(p, word_for<TYPE>(Op::kRead, flags, f), pos);                                          \
  }                                                                                                                 \
  HEDDLE_API void __heddle_follow_atomic_store##BYTES(void* p, TYPE v, uint32_t term, uint32_t f,                   \
                                                      const __heddle_pos* pos) {                                    \
    if (g.mode != Mode::kRun) return atomic_store<TYPE>(p, v, f, pos);                                              \
    follow_store<TYPE>(p, v, term, word_for<TYPE>(Op::kWrite, kAtomic, f), pos);                                    \
  }                                                                                                                 \
  HEDDLE_API __heddle_word __heddle_follow_rmw##BYTES(void* p, TYPE v, uint32_t term, uint32_t op, uint32_t f,      \
                                                      const __heddle_pos* pos) {                                    \
    if (g.mode != Mode::kRun) return {alone_rmw<TYPE>(p, v, op), kNoTerm};                                          \
    return follow_rmw<TYPE>(p, v, term, op, f, pos);                                                                \
  }                                                                                                                 \
  HEDDLE_API __heddle_word __heddle_follow_cas##BYTES(void* p, TYPE expected, uint32_t expected_term, TYPE desired, \
                                                      uint32_t desired_term, uint32_t f, const __heddle_pos* pos) { \
    return follow_cas<TYPE>(p, expected, expected_term, desired, desired_term, f, pos);                             \
  }
FOLLOWED(1, uint8_t)
FOLLOWED(2, uint16_t)
FOLLOWED(4, uint32_t)
FOLLOWED(8, uint64_t)

HEDDLE_API void __heddle_fence(uint32_t flags, const __heddle_pos* pos) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (g.mode != Mode::kRun) return;
  g.weak_orders = true;
  record_unscheduled(Op::kFence, 0, key(pos));
  g.events[g.event_count - 1].order = flags & HEDDLE_ORDER_MASK;
}

HEDDLE_API void __heddle_ignored(const __heddle_pos* pos) {
  if (g.mode != Mode::kRun) return;
  spin_dirty();
  ask_everything();
  uncontrolled("not controlled: function %s (%s:%u) is ignored, as asked", pos->function, pos->file, pos->line);
}

HEDDLE_API void __heddle_unsupported(const char* what, const __heddle_pos* pos) {
  if (g.mode == Mode::kRun) unsupported(key(pos), "%s", what);
}
