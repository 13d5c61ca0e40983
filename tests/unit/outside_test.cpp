// The table of functions outside of the program, and its words.
#include <gtest/gtest.h>

#include "outside/effects.h"
#include "outside/table.h"

namespace heddle::outside {
namespace {

using What = Effect::What;

Effects parse(std::string_view text) {
  Effects effects;
  const char* wrong = parse_effects(text, &effects);
  EXPECT_EQ(wrong, nullptr) << text << ": " << wrong;
  return effects;
}

TEST(Outside, SizesAreRead) {
  const Effects e = parse("reads 1[string]; writes *2[result*#3+1<=#3*4]; edits 1[16]; allocates");
  ASSERT_EQ(e.count, 3);
  EXPECT_TRUE(e.allocates);
  EXPECT_EQ(e.list[0].size.kind, Size::Kind::kString);
  const Effect& w = e.list[1];
  EXPECT_EQ(w.what, What::kWrites);
  EXPECT_TRUE(w.indirect && w.bounded && w.size.result);
  EXPECT_EQ(w.argument, 2);
  EXPECT_EQ(w.size.factor[0], 3);
  EXPECT_EQ(w.size.more, 1u);
  EXPECT_EQ(w.most.number, 4u);
  EXPECT_FALSE(w.most.result);
  EXPECT_EQ(e.list[2].size.number, 16u);
}

TEST(Outside, MemoryBetweenPointers) {
  const Effects e = parse("reads 1[#2-#1]");
  EXPECT_EQ(e.list[0].size.factor[0], 2);
  EXPECT_EQ(e.list[0].size.minus, 1);
}

TEST(Outside, EffectsHaveConditions) {
  const Effects e = parse("reads *3[string] unless 1; writes 3[8]");
  EXPECT_EQ(e.list[0].unless, 1);
  EXPECT_EQ(e.list[1].unless, 0);
}

TEST(Outside, StatesHaveNames) {
  const Effects e = parse("races strtok; looks environment; stream 3");
  ASSERT_EQ(e.count, 3);
  EXPECT_EQ(e.list[0].state, "strtok");
  EXPECT_TRUE(is_state(e.list[1].what) && is_state(e.list[2].what));
  EXPECT_FALSE(is_state(What::kWrites));
}

TEST(Outside, WrongWordsAreRefused) {
  Effects effects;
  for (const char* text :
       {"reeds 1[4]", "reads 0[4]", "reads 1[4", "reads 1[four]", "reads 12[4]", "printf x", "nothing; ;", "own wp",
        "reads 1[#1*#2*#3]", "reads 1[99999999999]", "stream", "reads 1[#2-1]"})
    EXPECT_NE(parse_effects(text, &effects), nullptr) << text;
}

TEST(Outside, PatternsFit) {
  EXPECT_TRUE(fits("_ZN7testing*", "_ZN7testing4TestD1Ev"));
  EXPECT_TRUE(fits("_ZSt*__throw_*", "_ZSt20__throw_length_errorPKc"));
  EXPECT_TRUE(fits("a*b", "ab"));
  EXPECT_FALSE(fits("a*b", "abc"));
  EXPECT_FALSE(fits("strtok", "strtok_r"));
  EXPECT_FALSE(fits("a*b*c", "acb"));
}

TEST(Outside, EveryEntryCanBeRead) {
  for (const Row& row : all_rows()) {
    Effects effects;
    const char* wrong = parse_effects(row.effects, &effects);
    EXPECT_EQ(wrong, nullptr) << row.name << ": " << row.effects << ": " << wrong;
  }
}

TEST(Outside, NamesComeBeforePatterns) {
  ASSERT_NE(find_row("strtok"), nullptr);
  EXPECT_EQ(parse(find_row("strtok")->effects).list[3].what, What::kRaces);
  EXPECT_TRUE(parse(find_row("_ZNSt12__basic_fileIcE6xsgetnEPcl")->effects).count > 0);
  EXPECT_TRUE(parse(find_row("_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t")->effects).nothing);
  EXPECT_EQ(find_row("a_function_that_nobody_knows"), nullptr);
}

}  // namespace
}  // namespace heddle::outside
