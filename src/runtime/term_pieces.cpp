#include "runtime/term_pieces.h"

namespace heddle::rt {

TermId piece_of(TermId term, uint32_t offset, uint32_t bytes) {
  const int width = g.terms[term].width;
  Word word{term_value(term), term};
  if (offset > 0) {
    const TermId moved = make_term(TermOp::kLShr, width, width, word, {offset * 8});
    word = {word.value >> (offset * 8), moved};
  }
  return make_term(TermOp::kTruncate, static_cast<int>(bytes * 8), width, word);
}

TermId join_pieces(uint64_t value, uint32_t bytes, const Piece* pieces, int count) {
  const int width = static_cast<int>(bytes * 8);
  Word joined{value & word_mask(width)};
  for (int i = 0; i < count; ++i)
    joined.value &= ~(word_mask(static_cast<int>(pieces[i].bytes * 8)) << (pieces[i].at * 8));
  for (int i = 0; i < count; ++i) {
    const Piece& piece = pieces[i];
    const int from = static_cast<int>(piece.bytes * 8);
    Word part{term_value(piece.term), piece.term};
    part.term = make_term(TermOp::kZeroExtend, width, from, part);
    const Word shift{piece.at * 8};
    if (piece.at > 0) part.term = make_term(TermOp::kShl, width, width, part, shift);
    part.value <<= shift.value;
    joined = {joined.value | part.value, make_term(TermOp::kOr, width, width, joined, part)};
  }
  return joined.term;
}

}  // namespace heddle::rt
