// Program: the facts of all modules, joined. A graph whose nodes stand for values, for "is executed" and for memory; an edge says that
// one depends on the other.
//
//   facts::Program program(std::move(sections));
//   auto mask = program.slice(program.nodes_of(site), {});   // all that the site depends on
//
// Everything errs on one side: what is not known depends on everything. Calls of functions without facts do anything with their arguments
// and with memory that pointers lead to, unless the pass knows better.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "facts/record_reader.h"

namespace heddle::facts {

using NodeId = uint32_t;
using SiteId = uint32_t;
inline constexpr SiteId kNoSite = UINT32_MAX;

enum class Link : uint8_t {
  kFlow,
  kTermination,  // see EdgeKind
  kMemory,       // through memory
  kCall,         // from a call into the function
  kReturn,       // and back
  kSummary,      // of a call: what goes in to what comes out
};

struct Edge {
  NodeId node;  // the other end
  Link link;
};

struct Site {
  uint64_t position;  // address of its __heddle_pos
  SiteKind kind;
  bool fixed, valid;
  uint32_t function;
  NodeId control, address, value, result;  // kNoNode if there is none
};

struct SliceOptions {
  bool termination = true;  // what comes after a loop depends on its end
  // Per site, may be empty: what is read there is known otherwise, so it does not matter who wrote it.
  std::vector<bool> observed;
};

class Program {
 public:
  Program() = default;
  explicit Program(const std::vector<Section>& sections);

  // False if there are no facts, or what there is cannot be read: nothing may be concluded.
  bool usable() const { return usable_; }
  std::span<const Site> sites() const { return sites_; }
  SiteId site_at(uint64_t position) const;
  size_t nodes() const { return first_.empty() ? 0 : first_.size() - 1; }
  size_t edges() const { return in_.size(); }
  size_t functions() const { return functions_; }
  size_t modules() const { return modules_; }  // that have facts
  // Some function may call itself, perhaps by way of others.
  bool recursive() const { return recursive_; }
  // What `node` depends on directly.
  std::span<const Edge> into(NodeId node) const { return {in_.data() + first_[node], first_[node + 1] - first_[node]}; }

  // What decides that the site happens as it does: whether it is executed, and where.
  std::vector<NodeId> happens(SiteId site) const;
  // All of it, what is written or read included.
  std::vector<NodeId> nodes_of(SiteId site) const;

  // Per node: does one of `from` depend on it? Calls and returns are matched (Horwitz, Reps, Binkley, TOPLAS 1990).
  std::vector<bool> slice(std::span<const NodeId> from, const SliceOptions& options) const;
  // Does `site` depend on what was read at `on`?
  bool depends(SiteId on, SiteId site) const;

  // Per site that reads: can what is read there make a thread do something else, and not only write something else? True where nothing
  // is known.
  std::vector<bool> deciding(const SliceOptions& options) const;

  // What can be noticed of a program from outside, whatever is asked about it: that and how it calls functions without facts, what its
  // threads give back, and that it ends otherwise than by returning.
  std::span<const NodeId> acts() const { return acts_; }
  // That functions are entered whose locals others may know.
  std::span<const NodeId> lives() const { return lives_; }
  NodeId main_result() const { return main_result_; }  // kNoNode if there is none

 private:
  friend class Joiner;

  bool usable_ = false, recursive_ = false;
  size_t functions_ = 0, modules_ = 0;
  std::vector<NodeId> acts_, lives_;
  NodeId main_result_ = kNoNode;
  std::vector<Site> sites_;
  std::unordered_map<uint64_t, SiteId> by_position_;
  std::vector<uint32_t> first_;  // per node: into in_
  std::vector<Edge> in_;
  // What decides about calls that leave the facts (their arguments, that they happen), and about ends other than returning.
  std::vector<NodeId> ends_;
};

}  // namespace heddle::facts
