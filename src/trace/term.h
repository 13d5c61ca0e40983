// Terms: what a thread computed from values that it read, as expressions over its registers. A read that is followed fills a
// register instead of telling its thread a value; what the thread writes is then a term, and only what it asks about its
// registers (a Question: a branch, an address, what reaches code that is not followed) tells it something.
//
//   int t = x; x = t + 1; if (t > 3) …
//     a read that fills register 0; a write of the term add(r0, 1); the question less(3, r0), answered with 0 or 1
//
// Values are words: as many bits as the term is wide, zero-extended. Every operator means what the instruction of LLVM does
// with the same name, for operands for which that is defined; what is not (a division by zero, a shift by too much) is asked for
// by whoever makes the term, and evaluates to some word.
#pragma once
#include <cstdint>
#include <span>

#include "base/thread_set.h"

namespace heddle {

using TermId = uint32_t;
inline constexpr TermId kNoTerm = 0;  // a value that no read went into

enum class TermOp : uint8_t {
  kConstant,  // value
  kRegister,  // value = its number among the registers of its thread, in the order in which they were filled
  // Of a and b, which are as wide as the result.
  kAdd,
  kSub,
  kMul,
  kUDiv,
  kSDiv,
  kURem,
  kSRem,
  kAnd,
  kOr,
  kXor,
  kShl,
  kLShr,
  kAShr,
  // Of a and b, which are equally wide; the result has one bit.
  kEqual,
  kULess,
  kSLess,
  // Of a alone: to the term's width.
  kTruncate,
  kZeroExtend,
  kSignExtend,
  kByteSwap,
  kPopCount,
  kLeadingZeros,   // all of them if it is zero
  kTrailingZeros,  // likewise
  kSelect,         // a ? b : c
  kPair,           // no value: what a compare-exchange expects, a, and puts in, b
};
inline constexpr int kTermOps = static_cast<int>(TermOp::kPair) + 1;

struct Term {
  TermOp op = TermOp::kConstant;
  uint8_t width = 64;                            // bits, up to 64
  uint16_t size = 1;                             // operators and leaves, each as often as it is met from here
  TermId a = kNoTerm, b = kNoTerm, c = kNoTerm;  // below its own number; of a register in a run: a = its thread
  uint64_t value = 0;                            // of a constant; of a register: its number
  friend bool operator==(const Term&, const Term&) = default;
};
static_assert(sizeof(Term) == 24);

// A term that would be larger is asked for its value instead.
inline constexpr uint16_t kMaxTermSize = 200;

constexpr uint64_t word_mask(int width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

// What the operator makes of words; `from` is the width of a, where that is not the result's.
uint64_t apply(TermOp op, int width, int from, uint64_t a, uint64_t b, uint64_t c);

// Of a term of `terms`, with what the registers hold. Registers that are not among them are 0.
uint64_t evaluate(std::span<const Term> terms, TermId term, std::span<const uint64_t> registers);

// Which reads fill registers instead of telling their threads values (term.h), where the program was compiled for it.
enum class Follow : uint8_t {
  kNothing,
  kPlain,  // those that synchronise with nobody: plain and relaxed ones
  kAll,
};

// What is followed at an event of a trace.
struct Followed {
  uint32_t fills = 0;     // the register, + 1; 0 if the thread is told the value itself
  TermId term = kNoTerm;  // what is written, or what a compare-exchange expects and puts in; kNoTerm: as the event says
};

// Something that a thread asked, after its last event before event `before` of the trace.
struct Question {
  uint32_t before = 0;
  TermId term = kNoTerm;
  uint64_t answer = 0;
  uint64_t position = 0;  // as Event::position
  ThreadId thread = 0;
  uint8_t stops = 0;  // of an assumption: 1 + the answer with which the thread goes no further; else 0
};

}  // namespace heddle
