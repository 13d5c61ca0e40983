// Terms of private memory: which bytes hold the value of which term.
//
// A term belongs to bytes within one granule. A load of exactly those bytes gets it; one of some of them, or of bytes of several
// terms, gets what it makes of them (term_pieces.h), and a store to some of them leaves the others what they are. Memory that is
// written by code that does not follow values loses its terms.
#pragma once
#include "runtime/abi.h"
#include "runtime/terms.h"

namespace heddle::rt {

void places_start();
void places_reset();

inline bool has_places() { return __builtin_expect(__heddle_places != 0, 0); }

// The term of a value that the current thread reads there without an event.
TermId find_term(uint64_t address, uint32_t size);
inline TermId term_at(uint64_t address, uint32_t size) { return has_places() ? find_term(address, size) : kNoTerm; }
// It writes a value with this term, or none, there.
void set_term(uint64_t address, uint32_t size, TermId term);
inline void put_term(uint64_t address, uint32_t size, TermId term) {
  if (has_places() || term != kNoTerm) set_term(address, size, term);
}

// The bytes are read by something that does not follow values; they are written by such; they are copied.
void ask_places(uint64_t address, uint64_t size);
void clear_places(uint64_t address, uint64_t size);
void copy_places(uint64_t to, uint64_t from, uint64_t size);
inline void ask_range(uint64_t address, uint64_t size) {
  if (has_places() && !self().prints) ask_places(address, size);
}
inline void clear_range(uint64_t address, uint64_t size) {
  if (has_places()) clear_places(address, size);
}
inline void copy_range(uint64_t to, uint64_t from, uint64_t size) {
  if (has_places()) copy_places(to, from, size);
}
// Does some open term of the current thread lie there?
bool has_terms(uint64_t address, uint64_t size);
// All of the current thread's: it enters code that may read and write anything.
void ask_everything();
// Calls `visit(address, bytes, term)` for the current thread's open terms in the range, in rising order.
void for_each_term(uint64_t address, uint64_t size, void (*visit)(uint64_t, uint32_t, TermId, void*), void* data);

}  // namespace heddle::rt
