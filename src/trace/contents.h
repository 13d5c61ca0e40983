// The contents of block accesses. An event has room for 8 bytes of what was read and written; of an access that reaches
// beyond one granule of 8 bytes it holds a hash, and the bytes themselves stand beside the trace, in Trace::contents:
// for each such event in turn what was read (reads, read-modify-writes), then what was written (writes, and
// read-modify-writes that did not fail), counted from the first byte accessed, in whole words.
//
// Bytes in granules that are not visible count as zero: what is there is no news to the thread.
#pragma once
#include <cstdint>
#include <span>

#include "base/hash.h"
#include "trace/event.h"

namespace heddle {

constexpr bool is_block(Op op, uint64_t address, uint64_t length) {
  return (op == Op::kRead || op == Op::kWrite || op == Op::kRmw) && (address & 7) + length > 8;
}
constexpr uint64_t words_of(uint64_t length) { return (length + 7) / 8; }

// What an event says about these contents: themselves if they fit into it, else a hash.
constexpr uint64_t value_of(std::span<const uint64_t> words, uint64_t length) {
  if (length <= 8) return words[0];
  uint64_t h = length;
  for (uint64_t word : words) h = mix(h, word);
  return h;
}

// Between granules and contents that begin at `address`: puts a granule's bytes where they belong; takes them from there,
// of contents that are `length` bytes long. `words` has room for one more than there are.
constexpr void place_word(uint64_t* words, uint64_t granule, uint64_t address, uint64_t bytes) {
  if (granule < address) {
    words[0] |= bytes >> (8 * (address - granule));
    return;
  }
  const uint64_t at = 8 * (granule - address);
  words[at / 64] |= bytes << (at % 64);
  if (at % 64 != 0) words[at / 64 + 1] |= bytes >> (64 - at % 64);
}
constexpr uint64_t word_at(const uint64_t* words, uint64_t granule, uint64_t address, uint64_t length) {
  if (granule < address) return words[0] << (8 * (address - granule));
  const uint64_t at = 8 * (granule - address), next = at / 64 + 1;
  return words[at / 64] >> (at % 64) | (at % 64 != 0 && next < words_of(length) ? words[next] << (64 - at % 64) : 0);
}

// Goes through the contents in step with the events.
class ContentsReader {
 public:
  explicit ContentsReader(std::span<const uint64_t> words) : left_(words) {}

  struct Contents {
    std::span<const uint64_t> read, written;  // empty if the event has none, or if they did not fit into the trace
  };
  Contents next(const Event& e) {
    Contents contents;
    if (!(e.flags & kScheduled) || !is_block(e.op, e.object, e.length)) return contents;
    if (e.op != Op::kWrite) contents.read = take(words_of(e.length));
    if (e.op == Op::kWrite || (e.op == Op::kRmw && !(e.flags & kFailed))) contents.written = take(words_of(e.length));
    return contents;
  }

 private:
  std::span<const uint64_t> take(uint64_t n) {
    if (left_.size() < n) {
      left_ = {};
      return {};
    }
    const auto taken = left_.first(n);
    left_ = left_.subspan(n);
    return taken;
  }

  std::span<const uint64_t> left_;
};

}  // namespace heddle
