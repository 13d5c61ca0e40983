// Terms of a run (trace/term.h): what threads computed from values that they read, and what they asked about them.
//
// A thread's terms are its own, constants among them, and so are their limits: what a thread does next depends on its own answers
// only. A term whose value was asked is a constant from then on; so is one that is made of such.
#pragma once
#include "runtime/state.h"

namespace heddle::rt {

void terms_start();  // reserves memory
void terms_reset();  // at the beginning of a run

inline bool following() { return g.options.follow; }

// A value on its way: with its term, or none.
struct Word {
  uint64_t value = 0;
  TermId term = kNoTerm;
};

uint64_t term_value(TermId term);
ThreadId term_thread(TermId term);
// Is there something that the thread does not know of it?
bool is_open(TermId term);

// The term of an operation on values of `from` bits; none if it is a constant. If there is no room for it, or it would be too
// large, the operands are asked.
TermId make_term(TermOp op, int width, int from, Word a, Word b = {}, Word c = {});
// A term in any case, of the value if it has none. Room for it must have been looked for.
TermId term_of(Word word, int width);
// Of what a compare-exchange expects and puts in. Likewise.
TermId make_pair(Word expected, Word desired, int width);
// The thread may make a few more terms.
bool has_room();

// Asks for the value, if it is open. 0 is asked for freely.
void ask(TermId term);
inline void ask(const Word& word) {
  if (word.term != kNoTerm) ask(word.term);
}
// Asks whether the value is 0, for an assumption: then the thread goes no further.
void ask_assumed(Word word);
// The value follows from something that the thread was told otherwise.
void learn(TermId term);

// The last event of the trace, a read of the current thread, fills a register if it may. Its term.
TermId fill_register(uint64_t value, uint32_t bytes);
// Could an access of this kind fill one? `flags` and `order` as in Event.
bool may_fill(uint8_t flags, uint8_t order);
// The last event of the trace writes this term.
void note_written(TermId term);

}  // namespace heddle::rt
