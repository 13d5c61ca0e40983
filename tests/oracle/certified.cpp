#include "certified.h"

#include <gtest/gtest.h>

#include "explore/race_watch.h"
#include "model/executor.h"
#include "model/generate.h"

namespace heddle::oracle {

using certificate::Certificate;
using certificate::Edge;
using certificate::Kind;
using certificate::Node;

namespace {

struct Closing : SearchListener {
  bool after_run(const Work&, const Trace& trace, const Counts&, Engine&) override {
    finding |= !trace.findings.empty();
    return true;
  }
  void finished(const SearchResult& result, const Engine& engine) override {
    if (result.complete) lines = engine.certificate();
  }
  bool finding = false;
  std::string lines;
};

// Where the thread is after the event.
uint32_t next(const Node& n, const Event& e, const std::map<uint64_t, uint64_t>& results) {
  if (n.edges.empty()) return n.then;
  const bool tries = e.op == Op::kTryLock || e.op == Op::kTryReadLock || e.op == Op::kSemTryWait || e.op == Op::kUnlock;
  const bool timed = e.op == Op::kTimeout || (e.flags & kTimed);
  const bool success = tries || n.fills != 0;
  const uint64_t told = e.op == Op::kJoin ? results.at(e.object)
                        : timed           ? e.op == Op::kTimeout
                        : success         ? (e.flags & kFailed ? 1 : 0)
                                          : e.read;
  for (const Edge& edge : n.edges)
    if (edge.told == told) return edge.to;
  return 0;
}

}  // namespace

model::Program drawn(uint64_t seed, bool follows) {
  model::GenerateOptions options;
  options.arithmetic = options.twins = follows;
  return model::generate(seed, options);
}

std::string close(const model::Program& program, bool follows) {
  model::ModelExecutor executor(program);
  if (follows) executor.follow_values();
  Limits limits;
  limits.keep_going = true;
  EngineOptions options;
  options.asks = follows ? Asks::kQuestions : Asks::kValues;
  const EngineFactory make = [&] { return make_engine("mcr", options); };
  Closing closing;
  RaceWatch watched(executor);
  search(make(), make, watched, limits, closing);
  if (closing.lines.empty()) return {};
  const std::string text =
      "heddle-certificate " + std::to_string(certificate::kVersion) + "\nprogram model\n" + closing.lines;
  return text + certificate::checksum_line(text);
}

Certificate read(const std::string& text) {
  auto parsed = certificate::parse(text);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message);
  return parsed ? std::move(*parsed) : Certificate{};
}

Certificate pruned(const Certificate& c) {
  std::vector<uint32_t> number(c.nodes.size());
  for (uint32_t root : c.roots) number[root] = root != 0;
  for (bool grew = true; std::exchange(grew, false);)  // threads that are created where somebody still comes
    for (uint32_t id = 1; id < c.nodes.size(); ++id) {
      const Node& n = c.nodes[id];
      if (number[id] == 0) continue;
      const auto reach = [&](uint32_t to) { grew |= to != 0 && std::exchange(number[to], 1) == 0; };
      reach(n.then), reach(n.begins);
      for (const Edge& e : n.edges) reach(e.to);
    }
  Certificate left = c;
  left.nodes.resize(1);
  for (uint32_t id = 1; id < c.nodes.size(); ++id)
    if (number[id] != 0) {
      number[id] = static_cast<uint32_t>(left.nodes.size());
      left.nodes.push_back(c.nodes[id]);
    }
  for (Node& n : left.nodes) {
    n.then = number[n.then];
    n.begins = number[n.begins];
    for (Edge& e : n.edges) e.to = number[e.to];
  }
  for (uint32_t& root : left.roots) root = number[root];
  return left;
}

bool Walker::go_through(const Trace& trace) {
  if (trace.outcome != Outcome::kComplete) return true;
  std::vector<uint32_t> at(kMaxThreads);
  std::map<uint64_t, uint64_t> results;                        // thread -> what it ended with
  std::map<uint64_t, Written> writer;                          // variable -> who wrote it last
  std::map<uint64_t, std::pair<ThreadId, uint32_t>> unlocker;  // mutex -> who gave it back last, at which node
  at[0] = certificate_.roots[0];
  size_t asked = 0;
  for (size_t i = 0; i <= trace.events.size(); ++i) {
    for (; asked < trace.questions.size() && trace.questions[asked].before <= i; ++asked) {
      const Question& q = trace.questions[asked];
      performed.insert(at[q.thread]);
      uint32_t to = 0;
      for (const Edge& edge : certificate_.nodes[at[q.thread]].edges)
        if (edge.told == q.answer) to = edge.to;
      at[q.thread] = to;
      if (to == 0) return lost = true, false;
    }
    if (i == trace.events.size()) break;
    const Event& e = trace.events[i];
    const Node& n = certificate_.nodes[at[e.thread]];
    const bool told =
        e.op == Op::kCreate || e.op == Op::kJoin || e.op == Op::kFence || e.op == Op::kAwait || (e.flags & kScheduled);
    if (e.op == Op::kEnd) results[e.thread] = e.read;
    if (!told) continue;  // begin, end
    if (e.op == Op::kCreate) at[e.object] = n.begins != 0 ? n.begins : certificate_.roots[e.object];
    for (uint32_t from = 0; from < e.length && is_access(e.op); from += 8) {  // where variables are, in a block
      const auto last = writer.find(e.object + from);
      if (e.op != Op::kWrite && !n.blind && n.fills == 0 && last != writer.end()) was_read.insert(last->second);
      if (e.op == Op::kWrite) writer[e.object + from] = {at[e.thread], from};
      if (e.op == Op::kRmw && !(e.flags & kFailed)) writer.erase(e.object);
    }
    if (e.op == Op::kUnlock) unlocker[e.object] = {e.thread, at[e.thread]};
    const auto given = unlocker.find(e.object);
    if (e.op == Op::kLock && !(e.flags & kTimed) && given != unlocker.end() && given->second.first != e.thread)
      was_needed.insert(given->second.second);
    if (e.op != Op::kAwait) performed.insert(at[e.thread]);  // it may never have woken up
    at[e.thread] = next(n, e, results);
    if (at[e.thread] == 0) return lost = true, false;
  }
  return true;
}

void walk(const model::Program& program, Walker& walker, bool follows) {
  model::ModelExecutor executor(program);
  if (follows) executor.follow_values();
  Limits limits;
  limits.max_executions = 60;
  const EngineFactory make = [] { return make_engine("dpor", {}); };
  search(make(), make, executor, limits, walker);
}

}  // namespace heddle::oracle
