#include "report/data_layout.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr const char* kTable = "{0+4 n:;8+160 slot:[10*16:{0+8 key:;8+8 hits:;}];}";

TEST(DataLayout, NamesMembersAndElements) {
  EXPECT_EQ(name_within(kTable, 0), ".n");
  EXPECT_EQ(name_within(kTable, 8), ".slot[0].key");
  EXPECT_EQ(name_within(kTable, 8 + 3 * 16 + 8), ".slot[3].hits");
  EXPECT_EQ(name_within("[20*4:]", 40), "[10]");
  EXPECT_EQ(name_within("[3*20:[5*4:]]", 28), "[1][2]");
}

TEST(DataLayout, BaseClassesHaveNoNameOfTheirOwn) { EXPECT_EQ(name_within("{0+8 :{0+4 a:;4+4 b:;};8+4 c:;}", 4), ".b"); }

TEST(DataLayout, WhatIsLeftIsSaid) {
  EXPECT_EQ(name_within("", 0), "");
  EXPECT_EQ(name_within("", 8), "+8");
  EXPECT_EQ(name_within(kTable, 4), "+4");       // padding
  EXPECT_EQ(name_within(kTable, 10), ".slot[0].key+2");
  EXPECT_EQ(name_within("[20*4:]", 80), "+80");  // behind the end
}

TEST(DataLayout, NonsenseEndsIt) {
  for (const char* text : {"[", "[3", "[3*", "[3*0:]", "{", "{0", "{0+4", "{0+4 x", "{0+4 x:", "}{", "x"})
    EXPECT_EQ(name_within(text, 1).back(), '1') << text;
}

}  // namespace
}  // namespace heddle
