#include "facts/joiner.h"

#include <algorithm>
#include <tuple>

namespace heddle::facts {
namespace {

constexpr uint64_t kAnyCallee = 2;       // the name of the function that stands for all whose address is taken
constexpr uint32_t kMostArguments = 64;  // that are told apart in calls through pointers

}  // namespace

void Joiner::edge(NodeId from, NodeId to, Link link) {
  if (from != kNoNode && to != kNoNode && from != to) edges_.push_back({from, to, link});
}

// Calls through pointers call this function, and it calls all whose address is taken.
FunctionRecord Joiner::any_callee(const std::vector<FunctionRecord>& records) const {
  FunctionRecord any;
  any.header = {
      kMagic, 0, 0, {static_cast<uint32_t>(kAnyCallee), 0}, 0, kMostArguments, kFirstParameter + kMostArguments,
      0,      0, 0};
  for (const FunctionRecord& r : records) {
    if (!is_taken(r)) continue;
    CallRecord& call = any.calls.emplace_back();
    call.row = {{r.header.name[0], r.header.name[1]}, kNoNode, kEntry, kResult, kMayNotReturn, Outside::kUnknown, 0, 0};
    for (uint32_t i = 0; i < r.header.parameters; ++i)
      call.arguments.push_back(kFirstParameter + std::min(i, kMostArguments - 1));
    call.row.arguments = static_cast<uint32_t>(call.arguments.size());
  }
  return any;
}

void Joiner::run(std::vector<FunctionRecord> records) {
  for (const FunctionRecord& r : records)
    for (const MemoryRow& m : r.memory)
      if (m.flags & kFunction) taken_.insert(m.name());
  records.push_back(any_callee(records));
  for (const FunctionRecord& r : records) {
    if (r.header.flags & kModule) {
      ++program_.modules_;
      for (const MemoryRow& m : r.memory)
        if (!(m.flags & kFunction)) cells_.add(m, kNoNode);
    } else if (!(r.header.flags & kOpaque)) add_function(r);
  }
  world_ = make_node();
  results_ = make_node();
  cells_.join([this] { return make_node(); }, [this](NodeId from, NodeId to) { edge(from, to, Link::kMemory); });
  resolve_calls();
  find_aborting();
  for (const Call& call : std::vector<Call>(calls_)) call.callees.empty() ? leave(call) : join_call(call);
  for (uint32_t f = 0; f < functions_.size(); ++f) {
    program_.ends_.push_back(node(f, kMayNotReturn));
    program_.acts_.push_back(node(f, kMayNotReturn));
    const Header& header = functions_[f].record->header;
    if (header.flags & kHasLives) program_.lives_.push_back(node(f, kEntry));
    if (is_taken(*functions_[f].record)) {
      program_.acts_.push_back(node(f, kResult));
      // Any of them may be a thread's. Not as a return: who gets the result has not made the call.
      edge(node(f, kResult), results_, Link::kMemory);
    }
    if (functions_[f].record->name() == hash_name("main", 4)) program_.main_result_ = node(f, kResult);
  }
  program_.recursive_ = is_recursive();
  program_.functions_ = functions_.size() - 1;
  summarise();
  index();
}

void Joiner::add_function(const FunctionRecord& r) {
  const auto id = static_cast<uint32_t>(functions_.size());
  functions_.push_back({&r, nodes_, (r.header.flags & kMayAbort) != 0, false});
  by_name_.emplace(r.name(), id);
  nodes_ += r.header.nodes;
  for (const EdgeRow& e : r.edges) {
    const bool end_of_loop = e.kind == EdgeKind::kTermination;
    edge(node(id, e.from), node(id, e.to), end_of_loop ? Link::kTermination : Link::kFlow);
    if (end_of_loop && e.to == kMayNotReturn) functions_[id].may_run_forever = true;
  }
  for (const MemoryRow& m : r.memory) cells_.add(m, node(id, m.node));
  for (const SiteRow& s : r.sites) {
    const uint64_t position = r.address + static_cast<uint64_t>(static_cast<int64_t>(s.position));
    program_.by_position_.emplace(position, static_cast<SiteId>(program_.sites_.size()));
    program_.sites_.push_back({position, s.kind, (s.fixed & kFixed) != 0, (s.fixed & kValid) != 0, id,
                               node(id, s.control), node(id, s.address), node(id, s.value), node(id, s.result)});
  }
}

// A function of this name in several modules: any of them may be the one.
void Joiner::resolve_calls() {
  for (uint32_t f = 0; f < functions_.size(); ++f)
    for (const CallRecord& c : functions_[f].record->calls) {
      Call call{f, &c, {}};
      const uint64_t name = c.name() == 0 ? kAnyCallee : c.name();
      const auto [first, last] = by_name_.equal_range(name);
      for (auto it = first; it != last; ++it) call.callees.push_back(it->second);
      calls_.push_back(std::move(call));
    }
}

void Joiner::find_aborting() {
  for (bool more = true; more;) {
    more = false;
    for (const Call& call : calls_) {
      Function& caller = functions_[call.caller];
      bool aborts = call.callees.empty() && call.record->row.outside == Outside::kUnknown, forever = false;
      for (uint32_t f : call.callees) aborts |= functions_[f].may_abort, forever |= functions_[f].may_run_forever;
      if (call.record->row.returns == kNoNode) continue;  // a thread's function, a callback: it ends alone
      if ((aborts && !caller.may_abort) || (forever && !caller.may_run_forever)) more = true;
      caller.may_abort |= aborts;
      caller.may_run_forever |= forever;
    }
  }
}

// Functions that call nobody are taken away, until none is left that does.
bool Joiner::is_recursive() const {
  std::vector<std::vector<uint32_t>> callers(functions_.size());
  std::vector<uint32_t> calls(functions_.size());
  for (const Call& call : calls_)
    for (uint32_t callee : call.callees) callers[callee].push_back(call.caller), ++calls[call.caller];
  std::vector<uint32_t> open;
  for (uint32_t f = 0; f < functions_.size(); ++f)
    if (calls[f] == 0) open.push_back(f);
  size_t taken = 0;
  for (; !open.empty(); ++taken) {
    const uint32_t f = open.back();
    open.pop_back();
    for (uint32_t caller : callers[f])
      if (--calls[caller] == 0) open.push_back(caller);
  }
  return taken < functions_.size();
}

void Joiner::join_call(const Call& call) {
  const CallRow& row = call.record->row;
  const NodeId returns = node(call.caller, row.returns), control = node(call.caller, row.control);
  for (uint32_t f : call.callees) {
    const Function& callee = functions_[f];
    const uint32_t parameters = callee.record->header.parameters;
    Summaries::Call passed{{}, node(call.caller, row.result), returns};
    const auto enter = [&](NodeId actual, uint32_t formal) { go_in(passed, actual, node(f, formal)); };
    enter(control, kEntry);
    enter(node(call.caller, row.target), kEntry);
    for (uint32_t i = 0; i < call.record->arguments.size() && parameters > 0; ++i)
      enter(node(call.caller, call.record->arguments[i]), kFirstParameter + std::min(i, parameters - 1));
    summary_calls_.push_back(std::move(passed));
    edge(node(f, kResult), node(call.caller, row.result), Link::kReturn);
    edge(node(f, kMayNotReturn), returns, Link::kReturn);
    if (callee.may_abort) edge(control, returns, Link::kFlow);
    if (callee.may_run_forever) edge(control, returns, Link::kTermination);
  }
}

// A call of code without facts.
void Joiner::leave(const Call& call) {
  const CallRow& row = call.record->row;
  const NodeId does = make_node(), control = node(call.caller, row.control), result = node(call.caller, row.result);
  program_.ends_.push_back(does);
  if (row.outside != Outside::kComputes) program_.acts_.push_back(does);
  edge(control, does, Link::kFlow);
  edge(node(call.caller, row.target), does, Link::kFlow);
  for (uint32_t a : call.record->arguments) edge(node(call.caller, a), does, Link::kFlow);
  const NodeId outcome = make_node();  // what it gives back, in its result and in memory
  edge(does, outcome, Link::kFlow);
  edge(node(call.caller, kOutside), outcome, Link::kFlow);
  edge(outcome, result, Link::kFlow);
  edge(outcome, cells_.written_anywhere(), Link::kMemory);
  if (row.outside != Outside::kControlled) {
    edge(cells_.read_anywhere(), outcome, Link::kMemory);
    edge(world_, outcome, Link::kMemory);
    edge(outcome, world_, Link::kMemory);
  }
  if (row.outside == Outside::kUnknown) edge(outcome, node(call.caller, row.returns), Link::kFlow);
  if (row.also & kTakesResult) edge(results_, outcome, Link::kMemory);
  if (row.also & kGivesResult) edge(does, results_, Link::kMemory);
  if (!(row.also & kCallsBack)) return;
  const auto [first, last] = by_name_.equal_range(kAnyCallee);
  for (auto it = first; it != last; ++it) {
    const uint32_t f = it->second;
    Summaries::Call passed{{}, outcome, kNoNode};
    go_in(passed, does, node(f, kEntry));
    for (uint32_t i = 0; i < functions_[f].record->header.parameters; ++i)
      go_in(passed, outcome, node(f, kFirstParameter + i));
    summary_calls_.push_back(std::move(passed));
    edge(node(f, kResult), outcome, Link::kReturn);
  }
}

void Joiner::go_in(Summaries::Call& call, NodeId actual, NodeId formal) {
  if (actual == kNoNode) return;
  edge(actual, formal, Link::kCall);
  call.in.emplace_back(actual, formal);
}

void Joiner::summarise() {
  Summaries summaries(nodes_);
  for (const FullEdge& e : edges_)
    if (e.link == Link::kFlow || e.link == Link::kTermination) summaries.add_inside(e.from, e.to);
  for (Summaries::Call& call : summary_calls_) summaries.add_call(std::move(call));
  for (uint32_t f = 0; f < functions_.size(); ++f) {
    summaries.add_out(node(f, kResult), Summaries::kByResult);
    summaries.add_out(node(f, kMayNotReturn), Summaries::kByNotReturning);
  }
  for (const auto& [in, out] : summaries.compute()) edge(in, out, Link::kSummary);
}

void Joiner::index() {
  std::sort(edges_.begin(), edges_.end(), [](const FullEdge& a, const FullEdge& b) {
    return std::tie(a.to, a.from, a.link) < std::tie(b.to, b.from, b.link);
  });
  program_.first_.assign(1, 0);
  for (size_t i = 0; i < edges_.size(); ++i) {
    const FullEdge& e = edges_[i];
    if (i > 0 && e.to == edges_[i - 1].to && e.from == edges_[i - 1].from && e.link == edges_[i - 1].link) continue;
    while (program_.first_.size() <= e.to) program_.first_.push_back(static_cast<uint32_t>(program_.in_.size()));
    program_.in_.push_back({e.from, e.link});
  }
  while (program_.first_.size() <= nodes_) program_.first_.push_back(static_cast<uint32_t>(program_.in_.size()));
}

Program::Program(const std::vector<Section>& sections) {
  std::vector<FunctionRecord> records;
  bool whole = true;
  for (const Section& section : sections) whole &= read_records(section, records);
  if (!whole || records.empty()) return;
  Joiner(*this).run(std::move(records));
  usable_ = true;
}

}  // namespace heddle::facts
