// The formats of printf and scanf.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/formats.h"

namespace heddle::rt {
namespace {

using Kind = FormatArgument::Kind;

std::vector<FormatArgument> found;
void note(void*, const FormatArgument& argument) { found.push_back(argument); }

void walk(decltype(walk_printf) how, const char* format, std::vector<uint64_t> words) {
  found.clear();
  FormatArguments arguments(words.data(), static_cast<uint32_t>(words.size()));
  how(format, arguments, note, nullptr);
}

TEST(Formats, PrintfReadsStrings) {
  walk(walk_printf, "%d %5.2f %s%% %.*s %ls %c %-10.3s", {1, 2, 100, 4, 200, 300, 'x', 400});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].at, 100u);
  EXPECT_EQ(found[0].size, UINT64_MAX);
  EXPECT_EQ(found[1].at, 200u);
  EXPECT_EQ(found[1].size, 4u);
  EXPECT_EQ(found[2].kind, Kind::kWideString);
  EXPECT_EQ(found[3].at, 400u);
  EXPECT_EQ(found[3].size, 3u);
}

TEST(Formats, PrintfWritesPositions) {
  walk(walk_printf, "%*d%n%hhn%lln", {7, 1, 100, 200, 300});
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].size, 4u);
  EXPECT_EQ(found[1].size, 1u);
  EXPECT_EQ(found[2].size, 8u);
}

TEST(Formats, ScanfWrites) {
  walk(walk_scanf, "%d %*s %ld %hhx %lf %Lf %4s %[^]a] %c %3c %ms %n %p", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  ASSERT_EQ(found.size(), 12u);
  const uint64_t sizes[] = {4, 8, 1, 8, 16, 5, UINT64_MAX, 1, 3, 8, 4, 8};
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].at, i + 1);
    EXPECT_EQ(found[i].size, sizes[i]) << i;
  }
  EXPECT_EQ(found[5].kind, Kind::kWrittenString);
  EXPECT_EQ(found[10].kind, Kind::kWrittenPosition);
}

TEST(Formats, FormatsThatEndEarly) {
  walk(walk_printf, "%", {});
  walk(walk_printf, "%5.", {});
  walk(walk_scanf, "%", {});
  walk(walk_scanf, "%[", {1});
  walk(walk_scanf, "%[^", {1});
  walk(walk_printf, "%s %s", {5});  // fewer words than the format wants
  EXPECT_EQ(found.back().at, 0u);
}

TEST(Formats, LengthIsWhatPrintfMakes) {
  const double half = 2.5;
  uint64_t bits;
  __builtin_memcpy(&bits, &half, sizeof bits);
  const uint64_t words[] = {7, bits, reinterpret_cast<uint64_t>("abc"), 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(printed_length("%d %.1f %s %d%d%d%d%d%d", nullptr, words), 16);
  EXPECT_EQ(printed_length("%Lf", nullptr, words), -1);
}

}  // namespace
}  // namespace heddle::rt
