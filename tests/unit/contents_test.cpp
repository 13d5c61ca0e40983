// Contents of block accesses: cut into granules and put together again.
#include "trace/contents.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "causal/cells.h"
#include "causal/model_replay.h"

namespace heddle {
namespace {

TEST(Contents, GranulesGiveTheBytesBack) {
  for (uint64_t shift = 0; shift < 8; ++shift)
    for (uint64_t length = 9; length < 40; ++length) {
      const uint64_t address = 0x1000 + shift;
      std::vector<uint64_t> words(words_of(length));
      for (uint64_t i = 0; i < length; ++i) reinterpret_cast<char*>(words.data())[i] = static_cast<char>(i + 1);
      std::vector<uint64_t> again(words.size() + 1);
      for (uint64_t granule = 0x1000; granule < address + length; granule += 8) {
        const uint64_t bytes = word_at(words.data(), granule, address, length);
        for (uint64_t b = 0; b < 8; ++b)
          if (granule + b >= address && granule + b < address + length) {
            EXPECT_EQ(bytes >> (8 * b) & 0xff, granule + b - address + 1);
          }
        uint64_t bits = ~uint64_t{0};
        if (granule < address) bits <<= 8 * (address - granule);
        if (address + length - granule < 8) bits &= (uint64_t{1} << (8 * (address + length - granule))) - 1;
        place_word(again.data(), granule, address, bytes & bits);
      }
      again.pop_back();
      EXPECT_EQ(words, again) << "at " << shift << ", " << length << " bytes";
    }
}

TEST(Contents, ReaderStaysInStep) {
  const std::vector<uint64_t> kept{1, 2, 3, 4, 5, 6, 7, 8};
  const auto event = [](Op op, uint32_t length, uint8_t flags) {
    Event e;
    e.op = op, e.object = 0x1000, e.length = length, e.flags = flags | kScheduled;
    return e;
  };
  ContentsReader reader(kept);
  EXPECT_TRUE(reader.next(event(Op::kRead, 8, 0)).read.empty());
  EXPECT_EQ(reader.next(event(Op::kRead, 16, 0)).read[1], 2u);
  EXPECT_EQ(reader.next(event(Op::kRmw, 16, kFailed)).read[0], 3u);
  const auto exchanged = reader.next(event(Op::kRmw, 9, 0));
  EXPECT_EQ(exchanged.read[1], 6u);
  EXPECT_EQ(exchanged.written[1], 8u);
  EXPECT_TRUE(reader.next(event(Op::kWrite, 16, 0)).written.empty());
}

TEST(Cells, BlocksConsistOfPieces) {
  causal::Cells cells;
  cells.add_access(0x1000, 4);
  cells.add_access(0x1000, 20);
  EXPECT_FALSE(cells.changed());
  std::vector<causal::Piece> pieces;
  cells.append_pieces(0x1000, 20, pieces);
  ASSERT_EQ(pieces.size(), 4u);  // the word that was there, the rest of its granule, a granule, half of one
  uint64_t bits = 0;
  for (const causal::Piece& p : pieces)
    if (cells[p.cell].address == 0x1000) bits |= p.bits;
  EXPECT_EQ(bits, ~uint64_t{0});
  EXPECT_EQ(pieces.back().bits, 0xffffffffu);
  cells.add_access(0x1002, 4);  // across the first two
  EXPECT_TRUE(cells.changed());
  pieces.clear();
  cells.append_pieces(0x1000, 20, pieces);
  EXPECT_EQ(pieces.size(), 3u);
}

// Main writes two words as a block; a thread reads one of them, then both.
TEST(Pool, BlocksAreReadInPieces) {
  const uint64_t block[2] = {7, 9};
  std::vector<Event> events;
  std::vector<Step> steps;
  std::vector<uint64_t> contents;
  const auto add = [&](Op op, ThreadId thread, uint64_t object, uint32_t length, uint64_t read, uint64_t written,
                       bool scheduled) {
    Event e;
    e.op = op, e.thread = thread, e.object = object, e.length = length, e.read = read, e.written = written;
    e.flags = scheduled ? kScheduled : 0;
    if (scheduled) {
      Step step;
      step.pick = thread;
      step.event = static_cast<uint32_t>(events.size());
      step.enabled.set(thread);
      step.count = 1;
      steps.push_back(step);
    }
    events.push_back(e);
  };
  add(Op::kBegin, 0, 0, 0, 0, 0, false);
  add(Op::kWrite, 0, 0x1000, 16, 0, value_of(block, 16), true);
  contents.insert(contents.end(), block, block + 2);
  add(Op::kCreate, 0, 1, 0, 0, 0, false);
  add(Op::kBegin, 1, 0, 0, 0, 0, false);
  add(Op::kRead, 1, 0x1008, 8, 9, 0, true);
  add(Op::kRead, 1, 0x1000, 16, value_of(block, 16), 0, true);
  contents.insert(contents.end(), block, block + 2);
  add(Op::kEnd, 1, 0, 0, 0, 0, false);
  add(Op::kEnd, 0, 1, 0, 0, 0, false);
  Trace trace;
  trace.events = events, trace.steps = steps, trace.contents = contents;
  const auto problem_of = [](const Trace& t) {
    causal::Pool pool;
    pool.learn(t);
    std::vector<uint64_t> deadlock;
    causal::replay_in_model(pool, t, deadlock);
    return pool.problem();
  };
  EXPECT_EQ(problem_of(trace), "");
  contents[3] = 8;  // the thread sees something that nobody wrote
  trace.contents = contents;
  EXPECT_NE(problem_of(trace), "");
  trace.contents = {};
  EXPECT_EQ(problem_of(trace), "a run copies more memory in blocks than is kept");
}

}  // namespace
}  // namespace heddle
