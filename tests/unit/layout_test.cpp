#include "report/layout.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Lines = std::vector<std::string>;

TEST(Layout, WrapsAtSpaces) {
  EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("short", 80), Lines{"short"});
  EXPECT_EQ(wrap("", 5), Lines{""});
  EXPECT_EQ(wrap("unbreakable", 4), (Lines{"unbr", "eaka", "ble"}));
}

TEST(Layout, CountsCharactersNotBytes) {
  EXPECT_EQ(columns_of("a─★"), 3u);
  EXPECT_EQ(pad("★", 3), "★  ");
  EXPECT_EQ(wrap("★★★★", 2), (Lines{"★★", "★★"}));
  EXPECT_EQ(cut_to("★★★★★★", 5), "★★...");
  EXPECT_EQ(cut_to("abc", 3), "abc");
}

TEST(Layout, SharesWidthFairly) {
  EXPECT_EQ(share_width({10, 20}, 100), (std::vector<size_t>{10, 20}));
  EXPECT_EQ(share_width({10, 90, 90}, 100), (std::vector<size_t>{10, 45, 45}));
  EXPECT_EQ(share_width({60, 60}, 50), (std::vector<size_t>{25, 25}));
}

}  // namespace
}  // namespace heddle
