// Bytes out of the value of a term, and values put together from such bytes: what a load sees that reads half of an integer, or
// four characters at once.
#pragma once
#include "runtime/terms.h"

namespace heddle::rt {

// `bytes` bytes of a term's value, from byte `offset` on: truncate(lshr(t, 8 * offset)). None if they are known to its thread, or
// there was no room for them and the term was asked.
TermId piece_of(TermId term, uint32_t offset, uint32_t bytes);

struct Piece {
  uint32_t at, bytes;  // of a value
  TermId term;         // as wide as the piece
};

// A value of up to eight bytes of which some are the pieces, which do not overlap, and the rest is known:
// or(shl(zero-extend(b), 8), zero-extend(a)).
TermId join_pieces(uint64_t value, uint32_t bytes, const Piece* pieces, int count);

}  // namespace heddle::rt
