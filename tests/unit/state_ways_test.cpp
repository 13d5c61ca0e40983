#include "explore/state_ways.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/hash.h"

namespace heddle {
namespace {

// Random graphs whose edges are met in the order of a search: each leaves a state that was reached. Some steps receive a value.
TEST(StateWays, LeadToTheirStates) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const uint32_t states = 2 + random.below(30);
    StateWays ways;
    std::vector<uint32_t> reached{0};
    std::map<uint32_t, std::map<std::pair<uint16_t, uint16_t>, uint32_t>> graph;
    std::set<uint32_t> known{0};
    for (int i = 0; i < 100; ++i) {
      StateEdge e;
      e.from = reached[random.below(static_cast<uint32_t>(reached.size()))];
      e.to = random.below(20) == 0 ? StateEdge::kEnd : random.below(states);
      e.thread = static_cast<ThreadId>(random.below(4));
      e.value = (e.from + e.thread) % 3 == 0 ? static_cast<uint16_t>(random.below(2)) : StateEdge::kNoValue;
      if (!graph[e.from].try_emplace({e.thread, e.value}, e.to).second) continue;
      ways.note(e);
      if (e.to != StateEdge::kEnd && known.insert(e.to).second) reached.push_back(e.to);
    }
    for (const uint32_t state : reached) {
      std::vector<uint16_t> prefix{7};
      ways.put(state, prefix);
      ASSERT_EQ(prefix[0], 7) << "what was there stays";
      uint32_t at = 0;
      size_t steps = 0;
      for (size_t i = 1; i < prefix.size(); ++steps) {
        const uint16_t thread = prefix[i++];
        auto edge = graph[at].find({thread, StateEdge::kNoValue});
        // A step of this thread with a value, if the way says one.
        const auto valued = i < prefix.size() ? graph[at].find({thread, prefix[i]}) : graph[at].end();
        if (valued != graph[at].end() && edge == graph[at].end()) edge = valued, ++i;
        ASSERT_NE(edge, graph[at].end()) << "seed " << seed;
        at = edge->second;
      }
      EXPECT_EQ(at, state) << "seed " << seed;
      EXPECT_LT(steps, known.size()) << "no state twice";
    }
  }
}

TEST(StateWays, TakeTheShorter) {
  StateWays ways;
  const auto edge = [](uint32_t from, uint32_t to, ThreadId thread) {
    return StateEdge{from, to, StateEdge::kNoValue, thread, 0};
  };
  ways.note(edge(0, 1, 1));
  ways.note(edge(1, 2, 1));
  ways.note(edge(2, 3, 1));
  std::vector<uint16_t> prefix;
  ways.put(3, prefix);
  EXPECT_EQ(prefix, (std::vector<uint16_t>{1, 1, 1}));
  ways.note(edge(0, 2, 5));
  ways.note(edge(3, 1, 6));  // no shorter
  prefix.clear();
  ways.put(3, prefix);
  EXPECT_EQ(prefix, (std::vector<uint16_t>{5, 1}));
}

}  // namespace
}  // namespace heddle
