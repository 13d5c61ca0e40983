#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "facts/essential.h"
#include "facts/program.h"

namespace heddle::facts {
namespace {

// A function's record, put together by hand; its nodes beside the ports are numbered from the first parameter on.
struct Draft {
  explicit Draft(uint32_t name, uint32_t nodes = 8) {
    header = {kMagic, 0, 0, {name, 0}, 0, 1, kFirstParameter + nodes, 0, 0, 0};
  }

  static uint32_t n(uint32_t i) { return kFirstParameter + i; }
  Draft& flag(uint32_t f) { return header.flags |= f, *this; }
  Draft& edge(uint32_t from, uint32_t to, EdgeKind kind = EdgeKind::kFlow) {
    return edges.push_back({from, to, kind}), *this;
  }
  Draft& memory(uint32_t object, uint32_t offset, uint32_t node, uint32_t flags) {
    return rows.push_back({{object, 0}, offset, 4, node, flags, {}}), *this;
  }
  // Through a pointer, as this type.
  Draft& typed(uint32_t node, uint32_t flags, uint32_t bytes, uint32_t number, uint32_t field) {
    return rows.push_back({{0, 0}, 0, 0, node, flags | kAnywhere, {bytes, number, field}}), *this;
  }
  Draft& call(uint32_t callee, uint32_t argument, uint32_t result, uint32_t returns, Outside outside = Outside::kKnown,
              uint32_t also = 0) {
    for (uint32_t w :
         {callee, 0u, kNoNode, uint32_t{kEntry}, result, returns, static_cast<uint32_t>(outside), also, 1u, argument})
      calls.push_back(w);
    return *this;
  }
  // A read or write whose parts are nodes of the function.
  Draft& site(int32_t position, SiteKind kind, uint32_t control, uint32_t value, uint32_t result) {
    return sites.push_back({position, kind, 1, control, kNoNode, value, result}), *this;
  }

  void append_to(Section& section) {
    header.sites = static_cast<uint32_t>(sites.size());
    header.edges = static_cast<uint32_t>(edges.size());
    header.memory = static_cast<uint32_t>(rows.size());
    header.words = static_cast<uint32_t>((sizeof header + sites.size() * sizeof(SiteRow) +
                                          edges.size() * sizeof(EdgeRow) + rows.size() * sizeof(MemoryRow)) /
                                             4 +
                                         calls.size());
    const auto put = [&](const void* from, size_t bytes) {
      const size_t at = section.bytes.size();
      section.bytes.resize(at + bytes);
      if (bytes > 0) std::memcpy(&section.bytes[at], from, bytes);
    };
    put(&header, sizeof header);
    put(sites.data(), sites.size() * sizeof(SiteRow));
    put(edges.data(), edges.size() * sizeof(EdgeRow));
    put(rows.data(), rows.size() * sizeof(MemoryRow));
    put(calls.data(), calls.size() * 4);
  }

  Header header;
  std::vector<SiteRow> sites;
  std::vector<EdgeRow> edges;
  std::vector<MemoryRow> rows;
  std::vector<uint32_t> calls;
};

Section section_of(std::vector<Draft> drafts) {
  Section section;
  section.address = 1000;
  for (Draft& d : drafts) d.append_to(section);
  return section;
}

constexpr auto n = &Draft::n;

// Functions are numbered as they come, and their nodes follow each other: node i of the first is kFirstParameter + i.
TEST(Facts, CallsAndReturnsAreMatched) {
  // identity(x) returns x; two callers pass nodes 1 and get nodes 2.
  Draft identity(10), first(11), second(12);
  identity.edge(n(0), kResult);
  first.call(10, n(1), n(2), n(3));
  second.call(10, n(1), n(2), n(3));
  const Program program({section_of({identity, first, second})});
  ASSERT_TRUE(program.usable());
  const uint32_t size = kFirstParameter + 8;
  const NodeId result = size + n(2);
  const auto mask = program.slice(std::vector<NodeId>{result}, {});
  EXPECT_TRUE(mask[size + n(1)]) << "through the call";
  EXPECT_TRUE(mask[n(0)]) << "into the function";
  EXPECT_FALSE(mask[2 * size + n(1)]) << "not out at the other caller";
}

TEST(Facts, MemoryIsByVariableUnlessItIsReachedThroughPointers) {
  const auto slice_of_read = [](bool reached, uint32_t store_object, uint32_t store_offset) -> bool {
    Draft f(10), variables(0);
    variables.flag(kModule).memory(77, 0, kNoNode, reached ? kReached : 0).memory(78, 0, kNoNode, 0);
    f.memory(store_object, store_offset, n(1), kStore).memory(77, 0, n(2), 0);
    const Program program({section_of({f, variables})});
    return program.slice(std::vector<NodeId>{n(2)}, {})[n(1)];
  };
  EXPECT_TRUE(slice_of_read(false, 77, 0));
  EXPECT_TRUE(slice_of_read(false, 77, 2)) << "some of its bytes";
  EXPECT_FALSE(slice_of_read(false, 77, 4)) << "the bytes after it";
  EXPECT_FALSE(slice_of_read(false, 78, 0)) << "another variable";
  EXPECT_FALSE(slice_of_read(false, 0, 0)) << "a pointer that cannot lead there";
  EXPECT_TRUE(slice_of_read(true, 0, 0)) << "a pointer that can";
}

TEST(Facts, PointersToDifferentTypesDoNotMeet) {
  using Type = std::array<uint32_t, 3>;
  const auto meet = [](Type written, Type read) -> bool {
    Draft f(10);
    f.typed(n(1), kStore, written[0], written[1], written[2]).typed(n(2), 0, read[0], read[1], read[2]);
    const Program program({section_of({f})});
    return program.slice(std::vector<NodeId>{n(2)}, {})[n(1)];
  };
  const Type any{}, four{4, 0, 0}, number{4, 7, 0}, field{4, 7, 5}, other_field{4, 7, 6}, pointer{8, 9, 0};
  for (const Type& t : {any, four, number, field, pointer}) {
    EXPECT_TRUE(meet(t, t));
    EXPECT_TRUE(meet(any, t) && meet(t, any));
  }
  EXPECT_TRUE(meet(number, field) && meet(field, number)) << "a pointer to a number may lead to a member";
  EXPECT_TRUE(meet(four, field) && meet(field, four));
  EXPECT_FALSE(meet(field, other_field));
  EXPECT_FALSE(meet(pointer, number) || meet(field, pointer) || meet(four, pointer));
}

// Two functions without facts are called: with what was read at position 1 (of variable 77), and, if that may not be noticed, of 78.
std::vector<bool> essential_of(Outside first, Outside second, Concerns concerns = {}) {
  Draft f(10, 16), variables(0);
  variables.flag(kModule).memory(77, 0, kNoNode, 0).memory(78, 0, kNoNode, 0);
  f.memory(77, 0, n(1), 0).memory(78, 0, n(2), 0).memory(77, 0, n(3), kStore).memory(78, 0, n(4), kStore);
  f.site(1, SiteKind::kRead, n(5), kNoNode, n(1)).site(2, SiteKind::kRead, n(6), kNoNode, n(2));
  f.site(3, SiteKind::kWrite, n(7), n(3), kNoNode).site(4, SiteKind::kWrite, n(8), n(4), kNoNode);
  f.edge(n(2), n(7)).edge(n(7), n(3));  // whether 77 is written hangs on what is read of 78
  f.call(98, n(1), kNoNode, n(9), first).call(99, n(2), kNoNode, n(10), second);
  f.edge(n(4), kMayNotReturn, EdgeKind::kTermination);
  const Program program({section_of({f, variables})});
  return essential_sites(program, concerns);
}

TEST(Facts, EssentialIsWhatCanBeNoticed) {
  using Sites = std::vector<bool>;
  EXPECT_EQ(essential_of(Outside::kComputes, Outside::kComputes), (Sites{false, false, false, false}));
  EXPECT_EQ(essential_of(Outside::kComputes, Outside::kControlled), (Sites{false, true, false, true}))
      << "and who writes it";
  EXPECT_EQ(essential_of(Outside::kKnown, Outside::kComputes), (Sites{true, true, true, true}))
      << "by whether it is written";
  EXPECT_EQ(essential_of(Outside::kComputes, Outside::kComputes, {.termination = true}),
            (Sites{false, false, false, true}));
  EXPECT_EQ(essential_of(Outside::kComputes, Outside::kComputes, {.memory = true}), (Sites{true, true, true, true}));
}

TEST(Facts, AVariableThatNoModuleHasIsReachedThroughPointers) {
  Draft f(10);
  f.memory(0, 0, n(1), kStore).memory(77, 0, n(2), 0);
  const Program program({section_of({f})});
  EXPECT_TRUE(program.slice(std::vector<NodeId>{n(2)}, {})[n(1)]);
}

TEST(Facts, CodeWithoutFactsDoesAnythingWithMemoryAndMayNotReturn) {
  const auto reaches = [](Outside outside, uint32_t from) {
    Draft f(10);
    f.call(99, n(1), n(2), n(3), outside).memory(0, 0, n(4), kStore);
    const Program program({section_of({f})});
    const auto mask = program.slice(std::vector<NodeId>{from}, {});
    return std::pair<bool, bool>{mask[n(1)], mask[n(4)]};
  };
  EXPECT_EQ(reaches(Outside::kKnown, n(2)), std::make_pair(true, true)) << "its result: argument and memory";
  EXPECT_EQ(reaches(Outside::kControlled, n(2)), std::make_pair(true, false));
  EXPECT_EQ(reaches(Outside::kUnknown, n(3)), std::make_pair(true, true)) << "that it returns";
  EXPECT_EQ(reaches(Outside::kKnown, n(3)), std::make_pair(false, false));
}

TEST(Facts, WhatComesAfterACallDependsOnItOnlyIfItMayAbort) {
  for (bool aborts : {false, true}) {
    Draft callee(10), caller(11);
    if (aborts) callee.flag(kMayAbort).edge(n(0), kMayNotReturn);
    caller.call(10, n(1), kNoNode, n(3));
    const Program program({section_of({callee, caller})});
    const uint32_t size = kFirstParameter + 8;
    const auto mask = program.slice(std::vector<NodeId>{size + n(3)}, {});
    EXPECT_EQ(mask[size + n(1)], aborts);
    EXPECT_EQ(mask[size + kEntry], aborts) << "whether it is called at all";
  }
}

// A thread's function reads node 1 and ends with it; somebody else joins, and gets node 2.
TEST(Facts, AJoinGivesWhatAThreadEndedWith) {
  const auto reaches = [](uint32_t also, bool by_exit, bool taken_elsewhere) -> bool {
    Draft body(10), joiner(11), module(0);
    module.flag(kModule);
    if (taken_elsewhere) module.memory(10, 0, kNoNode, kFunction);
    else body.flag(kAddressTaken);
    if (by_exit) body.call(98, n(1), kNoNode, n(3), Outside::kControlled, kGivesResult);
    else body.edge(n(1), kResult);
    joiner.call(99, n(1), n(2), n(3), Outside::kControlled, also);
    const Program program({section_of({body, joiner, module})});
    return program.slice(std::vector<NodeId>{kFirstParameter + 8 + n(2)}, {})[n(1)];
  };
  EXPECT_TRUE(reaches(kTakesResult, false, false));
  EXPECT_TRUE(reaches(kTakesResult, true, false));
  EXPECT_TRUE(reaches(kTakesResult, false, true)) << "its address is taken in another module";
  EXPECT_FALSE(reaches(0, false, false)) << "a lock";
}

TEST(Facts, ACallThroughAPointerMayCallWhatAnotherModuleHandsOn) {
  Draft callee(10), caller(11), module(0);
  module.flag(kModule).memory(10, 0, kNoNode, kFunction);
  callee.edge(n(1), kResult);
  caller.call(0, n(1), n(2), n(3));
  const uint32_t size = kFirstParameter + 8;
  EXPECT_TRUE(Program({section_of({callee, caller, module})}).slice(std::vector<NodeId>{size + n(2)}, {})[n(1)]);
  EXPECT_FALSE(Program({section_of({callee, caller})}).slice(std::vector<NodeId>{size + n(2)}, {})[n(1)]);
}

TEST(Facts, EndsOfLoopsAreKeptApart) {
  Draft f(10);
  f.edge(n(1), n(2), EdgeKind::kTermination);
  const Program program({section_of({f})});
  EXPECT_TRUE(program.slice(std::vector<NodeId>{n(2)}, {})[n(1)]);
  SliceOptions options;
  options.termination = false;
  EXPECT_FALSE(program.slice(std::vector<NodeId>{n(2)}, options)[n(1)]);
}

TEST(Facts, WhatIsObservedIsNotFollowedThroughMemory) {
  // A read at 1 goes to memory by a write at 2; a read there at 3 decides whether the write at 4 happens.
  Draft f(10), variables(0);
  variables.flag(kModule).memory(77, 0, kNoNode, 0);
  f.edge(n(1), n(2)).memory(77, 0, n(2), kStore).memory(77, 0, n(3), 0).edge(n(3), n(4));
  f.site(1, SiteKind::kRead, kEntry, kNoNode, n(1)).site(2, SiteKind::kWrite, kEntry, n(2), kNoNode);
  f.site(3, SiteKind::kRead, kEntry, kNoNode, n(3)).site(4, SiteKind::kWrite, n(4), n(5), kNoNode);
  const Program program({section_of({f, variables})});
  ASSERT_EQ(program.sites().size(), 4u);
  EXPECT_EQ(program.site_at(1003), 2u);
  EXPECT_EQ(program.site_at(5), kNoSite);
  EXPECT_TRUE(program.depends(0, 3)) << "through memory";
  EXPECT_TRUE(program.deciding({})[0]);
  SliceOptions options;
  options.observed = {true, false, true, false};
  EXPECT_FALSE(program.deciding(options)[0]);
  EXPECT_TRUE(program.deciding(options)[2]);
}

TEST(Facts, DamagedFactsAreNone) {
  Draft f(10);
  f.edge(n(1), n(2)).call(10, n(1), n(2), n(3));
  const Section whole = section_of({f});
  EXPECT_TRUE(Program({whole}).usable());
  EXPECT_FALSE(Program({Section{}}).usable());
  for (size_t at = 0; at < whole.bytes.size(); ++at) {
    Section shorter = whole, changed = whole;
    shorter.bytes.resize(at);
    changed.bytes[at] = std::byte{0xee};
    const Program a({shorter}), b({changed});  // whatever they make of it: no crash
    EXPECT_FALSE(a.usable());
    (void)b;
  }
}

}  // namespace
}  // namespace heddle::facts
