// Joiner: makes a Program of the records of all modules.
#pragma once
#include <unordered_map>
#include <unordered_set>

#include "facts/cells.h"
#include "facts/program.h"
#include "facts/summaries.h"

namespace heddle::facts {

class Joiner {
 public:
  explicit Joiner(Program& program) : program_(program) {}
  void run(std::vector<FunctionRecord> records);

 private:
  struct Function {
    const FunctionRecord* record;
    NodeId base;
    bool may_abort, may_run_forever;
  };
  struct Call {
    uint32_t caller;
    const CallRecord* record;
    std::vector<uint32_t> callees;  // empty: code without facts
  };

  bool is_taken(const FunctionRecord& record) const {
    return (record.header.flags & kAddressTaken) || taken_.contains(record.name());
  }
  FunctionRecord any_callee(const std::vector<FunctionRecord>& records) const;
  NodeId make_node() { return nodes_++; }
  void edge(NodeId from, NodeId to, Link link);
  NodeId node(uint32_t function, uint32_t local) const {
    return local == kNoNode ? kNoNode : functions_[function].base + local;
  }
  void add_function(const FunctionRecord& record);
  void resolve_calls();
  void find_aborting();
  bool is_recursive() const;
  void join_call(const Call& call);
  void leave(const Call& call);
  void go_in(Summaries::Call& call, NodeId actual, NodeId formal);
  void summarise();
  void index();

  Program& program_;
  NodeId nodes_ = 0;
  NodeId world_ = kNoNode;              // what code without facts keeps to itself
  NodeId results_ = kNoNode;            // what threads ended with
  std::unordered_set<uint64_t> taken_;  // names of functions whose address some other module takes
  Cells cells_;
  std::vector<Function> functions_;
  std::vector<Call> calls_;
  std::unordered_multimap<uint64_t, uint32_t> by_name_;
  struct FullEdge {
    NodeId from, to;
    Link link;
  };
  std::vector<FullEdge> edges_;
  std::vector<Summaries::Call> summary_calls_;
};

}  // namespace heddle::facts
