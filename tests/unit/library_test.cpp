// The containers of src/library against the standard's words: here they stand in for those of libstdc++ as they do in programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <unordered_set>
#include <vector>

#include "library/hash.cpp"
#undef WEAK
#include "library/lists.cpp"
#undef WEAK
#include "library/trees.cpp"

namespace {

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

void expect_equal(const Tree& tree, const std::vector<int>& sorted) {
  ASSERT_TRUE(tree.__rb_verify());
  ASSERT_TRUE(std::equal(tree.begin(), tree.end(), sorted.begin(), sorted.end()));
  ASSERT_TRUE(std::equal(tree.rbegin(), tree.rend(), sorted.rbegin(), sorted.rend()));
}

TEST(Library, TreesStayBalancedAndSorted) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    Tree tree;
    std::vector<int> sorted;
    const int keys = 1 << random() % 7;
    for (int step = 0; step < 200; ++step) {
      const int key = static_cast<int>(random() % keys);
      const auto at = std::lower_bound(sorted.begin(), sorted.end(), key);
      if (random() % 2) {
        if (tree._M_insert_unique(key).second) sorted.insert(at, key);
      } else if (tree.erase(key)) {
        sorted.erase(at);
      }
      expect_equal(tree, sorted);
    }
    while (!sorted.empty()) {
      const size_t at = random() % sorted.size();
      tree.erase(Tree::const_iterator(std::next(tree.begin(), static_cast<ptrdiff_t>(at))));
      sorted.erase(sorted.begin() + static_cast<ptrdiff_t>(at));
      expect_equal(tree, sorted);
    }
  }
}

void expect_equal(const std::list<int>& list, const std::vector<int>& expected) {
  EXPECT_TRUE(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
  EXPECT_TRUE(std::equal(list.rbegin(), list.rend(), expected.rbegin(), expected.rend()));
}

TEST(Library, ListsAreLinkedBothWays) {
  std::list<int> a{1, 2, 3, 4}, b{5, 6}, none;
  a.splice(std::next(a.begin()), b);
  expect_equal(a, {1, 5, 6, 2, 3, 4});
  expect_equal(b, {});
  a.splice(a.end(), a, a.begin(), std::next(a.begin(), 2));
  expect_equal(a, {6, 2, 3, 4, 1, 5});
  a.splice(a.begin(), a, a.begin(), a.begin());
  a.reverse();
  expect_equal(a, {5, 1, 4, 3, 2, 6});
  a.erase(a.begin());
  a.sort();
  expect_equal(a, {1, 2, 3, 4, 6});
  a.swap(b);
  expect_equal(a, {});
  expect_equal(b, {1, 2, 3, 4, 6});
  a.push_back(7);
  a.swap(b);
  expect_equal(a, {1, 2, 3, 4, 6});
  expect_equal(b, {7});
  none.swap(b);
  none.swap(none);
  expect_equal(none, {7});
}

TEST(Library, StringsHashByTheirBytes) {
  std::unordered_set<size_t> seen;
  std::string text;
  for (int i = 0; i < 100; ++i, text += static_cast<char>(i)) {
    EXPECT_EQ(std::hash<std::string>{}(text), std::hash<std::string>{}(std::string(text)));
    EXPECT_TRUE(seen.insert(std::hash<std::string>{}(text)).second);
  }
}

}  // namespace
