#include "base/growing_pages.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace heddle {
namespace {

TEST(GrowingPages, KeepsWhatItHasAndAddsZeroes) {
  GrowingPages<uint64_t> pages(16);
  for (size_t size = 16; size <= size_t{1} << 20; size *= 4) {
    pages.grow(size);
    ASSERT_EQ(pages.size(), size);
    for (size_t i = 0; i < size / 4; ++i) ASSERT_EQ(pages[i], size > 16 ? i + 1 : 0) << size;
    for (size_t i = size / 4; i < size; ++i) ASSERT_EQ(pages[i], 0u) << size;
    for (size_t i = 0; i < size; ++i) pages[i] = i + 1;
  }
}

TEST(GrowingPages, IsZeroesAgain) {
  GrowingPages<uint64_t> pages(16);
  pages.grow(1 << 16);
  for (const size_t size : {size_t{1} << 16, size_t{16}}) {
    for (size_t i = 0; i < pages.size(); ++i) pages[i] = 7;
    pages.clear(size);
    pages.grow(1 << 16);
    for (size_t i = 0; i < pages.size(); ++i) ASSERT_EQ(pages[i], 0u) << size;
  }
}

TEST(GrowingPages, CanBeGivenAway) {
  GrowingPages<uint64_t> pages(16);
  pages[3] = 5;
  GrowingPages<uint64_t> other(std::move(pages));
  EXPECT_EQ(other[3], 5u);
  other = GrowingPages<uint64_t>(32);
  EXPECT_EQ(other.size(), 32u);
  EXPECT_EQ(other[3], 0u);
}

}  // namespace
}  // namespace heddle
