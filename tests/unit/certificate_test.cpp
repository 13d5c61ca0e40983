// The checker of certificates on small texts: block accesses, objects that are destroyed.
#include <gtest/gtest.h>

#include <string>

#include "certificate/verify.h"
#include "trace/contents.h"

namespace heddle::certificate {
namespace {

// Confirmed: "". Otherwise why not.
std::string reason(const std::string& lines) {
  const std::string text = "heddle-certificate 2\n" + lines;
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
         "node 3 read at 0x1004 length 12\nedge 3 4 told " + number(value_of(last, 12)) + "\n"
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
  EXPECT_EQ(reason(replaced(some, "at 0x100a length 6", "at 0x100a length 6 value 0x0b0000000000 known 0xff0000000000")), "");
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
      "edge 2 3 told " + number(value_of(old, 16)) + " bytes 03000000000000000400000000000000\n"
      "edge 2 4 told " + number(value_of(changed, 16)) + " fails 1\n"
      "node 3 join at 1\nthen 3 5\n"
      "node 4 join at 1\nthen 4 6\n"
      "node 5 read at 0x1008 length 8\nedge 5 7 told 9\n"
      "node 6 read at 0x1000 length 16\nedge 6 8 told " + number(value_of(changed, 16)) + "\n"
      "node 7 end-process\nnode 8 end-process\n"
      "node 9 write at 0x1008 length 8 value 9\nthen 9 10\nnode 10 end\n";
  EXPECT_EQ(reason(text), "");
  EXPECT_TRUE(contains(reason(replaced(text, " fails 1", " bytes 03000000000000000400000000000000")), "no run has shown the answer"));
  const std::string without = replaced(text, "edge 2 3 told " + number(value_of(old, 16)), "edge 2 3 told " + number(value_of(after, 16)));
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
  EXPECT_TRUE(contains(reason(replaced(text, "node 4 write at 0x1000 length 8", "node 4 yield")), "the lock was destroyed"));
  EXPECT_TRUE(contains(reason(replaced(text, "node 4 write at 0x1000 length 8", "node 4 write at 0x1000 length 8 second 1")), "destroyed before"));
  EXPECT_TRUE(contains(reason(replaced(text, "node 2 unlock at 0x1000\nedge 2 3\n", "node 2 yield\nthen 2 3\n")), "in use"));
}

TEST(CertificateFiles, OfAnotherVersionAreRefused) {
  const std::string text = "heddle-certificate 1\nthread 0 root 1\nnode 1 end-process\n";
  const auto parsed = parse(text + checksum_line(text));
  ASSERT_FALSE(parsed);
  EXPECT_TRUE(contains(parsed.error().message, "version"));
}

}  // namespace
}  // namespace heddle::certificate
