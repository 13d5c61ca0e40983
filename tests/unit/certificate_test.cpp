// The checker of certificates on small texts: block accesses, objects that are destroyed.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "certificate/follow.h"
#include "certificate/verify.h"
#include "trace/contents.h"

namespace heddle::certificate {
namespace {

// Confirmed: "". Otherwise why not.
std::string reason(const std::string& lines) {
  const std::string text = "heddle-certificate 7\n" + lines;
  const auto parsed = parse(text + checksum_line(text));
  if (!parsed) return parsed.error().message;
  const Verdict verdict = verify(*parsed);
  return verdict.kind == Verdict::kConfirmed ? "" : verdict.reason;
}
bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string number(uint64_t n) { return std::to_string(n); }

// Main writes twelve bytes at 0x1004, then one in the middle of them, then reads all. The cells are as the accesses cut
// them: the byte has one of its own.
std::string copies() {
  const uint64_t last[] = {0x0706ff0403020100, 0x0b0a0908};
  return "cell memory at 0x1004 length 4\n"
         "cell memory at 0x1008 length 1\n"
         "cell memory at 0x1009 length 1\n"
         "cell memory at 0x100a length 6\n"
         "thread 0 root 1\n"
         "node 1 write at 0x1004 length 12 bytes 000102030405060708090a0b\nthen 1 2\n"
         "node 2 write at 0x1009 length 1 value 0xff\nthen 2 3\n"
         "node 3 read at 0x1004 length 12\nedge 3 4 told " +
         number(value_of(last, 12)) +
         "\n"
         "node 4 read at 0x1007 length 2\nedge 4 5 told 0x0403\n"
         "node 5 end-process\n";
}

TEST(CertificateBlocks, AreMadeOfTheirBytes) {
  EXPECT_EQ(reason(copies()), "");
  EXPECT_TRUE(contains(reason(replaced(copies(), "08090a0b", "08090a0c")), "no run has shown the answer"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "value 0xff", "value 0xfe")), "no run has shown the answer"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "told 0x0403", "told 0x0404")), "no run has shown the answer 1027"));
}

TEST(CertificateBlocks, MustBeWellFormed) {
  EXPECT_TRUE(contains(reason(replaced(copies(), "08090a0b", "08090a")), "another length"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "08090a0b", "08090a0b0c")), "another length"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "08090a0b", "08090a0")), "makes no sense"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "08090a0b", "08090axx")), "makes no sense"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "cell memory at 0x1008 length 1\n", "")), "accesses no cell"));
  EXPECT_TRUE(contains(reason(replaced(copies(), "at 0x100a length 6", "at 0x100a length 5")), "accesses no cell"));
}

TEST(CertificateBlocks, AreUnknownUntilAllIsWritten) {
  const std::string some = replaced(copies(), "node 1 write at 0x1004 length 12 bytes 000102030405060708090a0b",
                                    "node 1 write at 0x1004 length 11 bytes 000102030405060708090a");
  EXPECT_TRUE(contains(reason(some), "what is there at first"));
  EXPECT_EQ(
      reason(replaced(some, "at 0x100a length 6", "at 0x100a length 6 value 0x0b0000000000 known 0xff0000000000")), "");
}

TEST(CertificateBlocks, RaceWithWhatTheyOverlap) {
  const std::string two =
      "race-free\n"
      "cell memory at 0x1000 length 8\ncell memory at 0x1008 length 8\n"
      "thread 0 root 1\nthread 1 root 5\n"
      "node 1 create at 1\nthen 1 2\n"
      "node 2 write at 0x1000 length 12 bytes 000102030405060708090a0b plain 1\nthen 2 3\n"
      "node 3 join at 1\nthen 3 4\nnode 4 end-process\n"
      "node 5 write at 0x100b length 1 plain 1\nthen 5 6\nnode 6 end\n";
  EXPECT_TRUE(contains(reason(two), "a data race"));
  EXPECT_EQ(reason(replaced(two, "at 0x100b", "at 0x100c")), "");
}

// A compare-exchange of sixteen bytes, after somebody else has changed half of them or not.
TEST(CertificateBlocks, AreExchanged) {
  const uint64_t old[] = {1, 2}, changed[] = {1, 9}, after[] = {3, 4};
  const std::string text =
      "cell memory at 0x1000 length 8 value 1 known 0xffffffffffffffff\n"
      "cell memory at 0x1008 length 8 value 2 known 0xffffffffffffffff\n"
      "thread 0 root 1\nthread 1 root 9\n"
      "node 1 create at 1\nthen 1 2\n"
      "node 2 rmw at 0x1000 length 16\n"
      "edge 2 3 told " +
      number(value_of(old, 16)) +
      " bytes 03000000000000000400000000000000\n"
      "edge 2 4 told " +
      number(value_of(changed, 16)) +
      " fails 1\n"
      "node 3 join at 1\nthen 3 5\n"
      "node 4 join at 1\nthen 4 6\n"
      "node 5 read at 0x1008 length 8\nedge 5 7 told 9\n"
      "node 6 read at 0x1000 length 16\nedge 6 8 told " +
      number(value_of(changed, 16)) +
      "\n"
      "node 7 end-process\nnode 8 end-process\n"
      "node 9 write at 0x1008 length 8 value 9\nthen 9 10\nnode 10 end\n";
  EXPECT_EQ(reason(text), "");
  EXPECT_TRUE(contains(reason(replaced(text, " fails 1", " bytes 03000000000000000400000000000000")),
                       "no run has shown the answer"));
  const std::string without =
      replaced(text, "edge 2 3 told " + number(value_of(old, 16)), "edge 2 3 told " + number(value_of(after, 16)));
  EXPECT_TRUE(contains(reason(without), "no run has shown the answer"));
}

TEST(CertificateObjects, AreNotUsedAfterTheirDestruction) {
  const std::string text =
      "cell lock at 0x1000 length 1\ncell memory at 0x1000 length 8\n"
      "thread 0 root 1\n"
      "node 1 lock at 0x1000\nthen 1 2\n"
      "node 2 unlock at 0x1000\nedge 2 3\n"
      "node 3 write at 0x1000 length 8 second 1\nthen 3 4\n"
      "node 4 write at 0x1000 length 8\nthen 4 5\n"
      "node 5 lock at 0x1000\nthen 5 6\n"
      "node 6 end-process\n";
  EXPECT_EQ(reason(text), "");
  EXPECT_TRUE(
      contains(reason(replaced(text, "node 4 write at 0x1000 length 8", "node 4 yield")), "the lock was destroyed"));
  EXPECT_TRUE(
      contains(reason(replaced(text, "node 4 write at 0x1000 length 8", "node 4 write at 0x1000 length 8 second 1")),
               "destroyed before"));
  EXPECT_TRUE(
      contains(reason(replaced(text, "node 2 unlock at 0x1000\nedge 2 3\n", "node 2 yield\nthen 2 3\n")), "in use"));
}

// Main creates a thread that writes 1, and reads what is there.
const char* const kTwo =
    "program two\n"
    "executions 2\n"
    "place 0x1000\n"
    "race-free\n"
    "cell memory at 0x1000 length 4 known 0xffffffff\n"
    "thread 0 root 1\nthread 1 root 5\n"
    "node 1 create at 1\nthen 1 2\n"
    "node 2 read at 0x1000 length 4\nedge 2 3\nedge 2 4 told 1\n"
    "node 3 end-process\nnode 4 end-process\n"
    "node 5 write at 0x1000 length 4 value 1\nthen 5 6\n"
    "node 6 end\n";

TEST(CertificateFiles, MakeSenseOrAreRefused) {
  ASSERT_EQ(reason(kTwo), "");
  const std::pair<const char*, const char*> wrong[] = {
      // numbers
      {"value 1\n", "value -1\n"},
      {"value 1\n", "value +1\n"},
      {"value 1\n", "value 1x\n"},
      {"value 1\n", "value 0x\n"},
      {"value 1\n", "value\n"},
      {"value 1\n", "value 18446744073709551617\n"},
      {"value 1\n", "value 0x10000000000000001\n"},
      {"value 1\n", "value 1 \n"},
      {"value 1\n", "value  1\n"},
      {"value 1\n", "value 1\r\n"},
      {"value 1\n", "value 1.0\n"},
      {"read at 0x1000 length 4", "read at 0x1000 length 0x100000004"},
      {"known 0xffffffff", "known 0x1ffffffff"},
      {"then 1 2", "then 1 4294967298"},
      {"thread 1 root 5", "thread 1 root 4294967301"},
      {"executions 2", "executions two"},
      {"value 1\n", "value 1 plain 2\n"},
      {"value 1\n", "value 1 section 3\n"},
      {"place 0x1000", "place 0x1001"},
      // records
      {"race-free\n", "race-free\nrace-free\n"},
      {"race-free\n", "race-free 1\n"},
      {"race-free\n", "race-frei\n"},
      {"race-free\n", "\n"},
      {"program two\n", "program two\nprogram two\n"},
      {"program two\n", "program\n"},
      {"program two\n", "author me\n"},
      {"place 0x1000\n", "place 0x1000\nplace 0x1000\n"},
      {"thread 1 root 5\n", "thread 1 root 5\nthread 1 root 5\n"},
      {"thread 1 root 5\n", "thread 1 root 0\n"},
      {"value 1\n", "value 1 value 1\n"},
      {"value 1\n", "value 1 colour 1\n"},
      {"then 1 2\n", "then 1 2\nthen 1 2\n"},
      {"edge 2 4 told 1\n", "edge 2 4 told 1\nedge 2 4 told 1\n"},
      {"cell memory at 0x1000", "cell paper at 0x1000"},
      {"node 6 end\n", "node 6 end\nnode 6 end\n"},
      {"node 5 write", "node 5 scribble"},
      {"node 6 end\n", ""},
  };
  for (const auto& [from, to] : wrong) EXPECT_NE(reason(replaced(kTwo, from, to)), "") << to;
  const std::string text = std::string("heddle-certificate 7\n") + kTwo, whole = text + checksum_line(text);
  ASSERT_TRUE(parse(whole));
  for (size_t length = 0; length < whole.size(); ++length) EXPECT_FALSE(parse(whole.substr(0, length))) << length;
  EXPECT_FALSE(parse(whole + "\n"));
  for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    EXPECT_FALSE(parse(damaged)) << bit;
  }
}

TEST(CertificateFiles, AboutNothingAreRefused) {
  EXPECT_TRUE(contains(reason(""), "main is missing"));
  EXPECT_TRUE(contains(reason("thread 1 root 1\nnode 1 end\n"), "main is missing"));
  EXPECT_TRUE(contains(reason("thread 0 root 1\nnode 1 end-process\n"), "main has no events"));
  EXPECT_TRUE(contains(reason("thread 0 root 1\nnode 1 yield\n"), "no run has shown what comes after this"));
  EXPECT_TRUE(contains(reason(std::string(kTwo) + "thread 2 root 7\nnode 7 yield\nthen 7 8\nnode 8 end\n"),
                       "thread 2 is never created"));
  // Choices that do not fit into a number of choices are none at all.
  for (const char* count : {"0", "4294967296", "0x100000000000000"})
    EXPECT_TRUE(contains(
        reason("thread 0 root 1\nnode 1 choose value " + std::string(count) + "\nedge 1 2\nnode 2 end-process\n"),
        "makes no sense"));
}

// The events of a run of the program that kTwo is about: main reads `seen`.
std::vector<Event> run_of_two(uint64_t seen) {
  const auto event = [](Op op, ThreadId t, uint64_t object, uint64_t read = 0, uint64_t written = 0) {
    Event e;
    e.op = op, e.thread = t, e.object = object, e.read = read, e.written = written;
    e.flags = kAtomic | (is_access(op) ? kScheduled : 0);
    e.length = is_access(op) ? 4 : 0;
    return e;
  };
  return {event(Op::kBegin, 0, 0), event(Op::kCreate, 0, 1),
          event(Op::kBegin, 1, 0), event(Op::kWrite, 1, 0x1000, 0, 1),
          event(Op::kEnd, 1, 0),   event(Op::kRead, 0, 0x1000, seen),
          event(Op::kEnd, 0, 1)};
}

// What is missing of this run; "" if nothing is.
std::string missing(const std::vector<Event>& events, const std::string& lines = kTwo) {
  const std::string text = "heddle-certificate 7\n" + lines;
  const auto parsed = parse(text + checksum_line(text));
  if (!parsed) return parsed.error().message;
  auto threads = origins(*parsed);
  if (!threads) return threads.error().message;
  Trace trace;
  trace.events = events;
  const auto missing = Follower(*parsed, *threads).follow(trace);
  return missing ? missing->what : "";
}

TEST(CertificateRuns, AreFollowedEventByEvent) {
  EXPECT_EQ(missing(run_of_two(0)), "");
  EXPECT_EQ(missing(run_of_two(1)), "");
  EXPECT_EQ(missing(run_of_two(7)),
            "thread main, event 2: read at 0x1000, 4 bytes, observed 0x7: it does not have this answer there");
  const auto changed = [](size_t i, auto&& change) {
    auto events = run_of_two(1);
    change(events[i]);
    return missing(events);
  };
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.written = 2; }),
                       "thread main.0, event 1: write at 0x1000, 4 bytes, wrote 0x2"));
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.object = 0x1008; }), "it has write at 0x1000 there"));
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.length = 8; }), "it has write at 0x1000 there"));
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.op = Op::kRmw; }), "it has write at 0x1000 there"));
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.flags &= static_cast<uint8_t>(~kAtomic); }),
                       "it says that the access is atomic"));
  EXPECT_TRUE(contains(changed(3, [](Event& e) { e.thread = 2; }), "no such thread"));
  EXPECT_TRUE(contains(changed(4, [](Event& e) { e.read = 5; }), "it has end there"));
  EXPECT_TRUE(contains(changed(1, [](Event& e) { e.object = 2; }), "it has create 1 there"));
  EXPECT_TRUE(contains(changed(6, [](Event& e) { e.op = Op::kJoin; }), "it has end-process there"));
}

TEST(CertificateRuns, DoNotBelieveWhatATreeSaysOfAnAccess) {
  EXPECT_TRUE(contains(missing(run_of_two(1), replaced(kTwo, "value 1\n", "value 1 section 1\n")),
                       "nobody can come before it"));
  const std::string blind = replaced(replaced(kTwo, "read at 0x1000 length 4\nedge 2 3\nedge 2 4 told 1\n",
                                              "read at 0x1000 length 4 blind 1\nthen 2 3\n"),
                                     "node 4 end-process\n", "node 4 yield\n");
  EXPECT_TRUE(contains(missing(run_of_two(1), blind), "does not look at the answer"));
}

TEST(CertificateFiles, OfAnotherVersionAreRefused) {
  const std::string text = "heddle-certificate 1\nthread 0 root 1\nnode 1 end-process\n";
  const auto parsed = parse(text + checksum_line(text));
  ASSERT_FALSE(parsed);
  EXPECT_TRUE(contains(parsed.error().message, "version"));
}

}  // namespace
}  // namespace heddle::certificate
