#include "certificate/registers.h"

#include <algorithm>
#include <set>

#include "trace/contents.h"

namespace heddle::certificate {

std::string Registers::check_terms() const {
  for (uint32_t t = 1; t < from_.terms.size(); ++t)
    if (const std::string problem = problem_of(from_.terms, t); !problem.empty())
      return "term " + std::to_string(t) + ": " + problem;
  return "";
}

// The register after which `since` more were filled when the thread comes to the node: may it be named with this width? One that an input
// went into may be longer than the input.
bool Registers::fits(uint32_t id, uint32_t since, uint32_t width) const {
  uint32_t by = last_[id];
  for (; since > 0; --since) by = last_[by];
  const Node& n = from_.nodes[by];
  return n.op == Op::kInput ? width >= n.length : width == 8 * n.length;
}

// May it have a term, fill a register?
std::string Registers::shape(uint32_t id, const BoundNode& n) const {
  const bool event = n.kind == Kind::kEvent, asks = n.kind == Kind::kAsk;
  const bool reads = event && (n.op == Op::kRead || n.op == Op::kRmw), writes = event && n.op == Op::kWrite;
  const bool small = n.length > 0 && n.length <= 8 && !is_block(n.op, n.at, n.length);
  const bool receives = event && n.op == Op::kInput;
  if (receives && (n.fills == 0 || n.blind || n.length == 0 || n.length > 64 || n.at != 0))
    return "it receives no input like this";
  if (n.fills != 0 && !receives && (!reads || n.blind || !small)) return "it cannot fill a register";
  if (n.fills != 0 && n.fills != filled_[id] + 1) return "it is not the next register that it fills";
  if (std::max(n.term, n.expects) >= from_.terms.size()) return "there is no such term";
  if (asks && n.term == 0) return "it asks nothing";
  if (n.term != 0 && !asks && !(writes && small) && !(n.op == Op::kRmw && n.fills != 0)) return "it cannot have a term";
  if (n.expects != 0 && (n.op != Op::kRmw || n.fills == 0 || n.term == 0)) return "it compares nothing";
  const auto fits = [&](uint32_t term) { return term == 0 || asks || from_.terms[term].width == 8 * n.length; };
  return fits(n.term) && fits(n.expects) ? "" : "the term and the memory are not equally wide";
}

std::string Registers::bind(uint32_t id, BoundNode& n, Expressions& expressions) const {
  if (std::string problem = shape(id, n); !problem.empty()) return problem;
  const auto now = [&](uint32_t since, uint32_t width) { return fits(id, since, width); };
  const auto after = [&](uint32_t since, uint32_t width) {
    return since == 0 ? width == 8 * n.length : fits(id, since - 1, width);
  };
  const bool sees_own = n.fills != 0 && n.expects == 0;
  const auto term =
      sees_own ? expressions.add(n.term, filled_[id] + 1, after) : expressions.add(n.term, filled_[id], now);
  const auto expects = expressions.add(n.expects, filled_[id], now);
  if (!term || !expects)
    return "its term names a register that is not filled, or has another width, or it is too large";
  n.writes_or_asks = *term, n.compares_with = *expects;
  for (const Condition& c : n.until) {
    if (c.register_read > filled_[id] || (c.register_read != 0 && !is_access(c.op)))
      return "it waits because of a register that is not filled";
    const uint32_t since = filled_[id] - c.register_read;
    if (c.register_read != 0 && !fits(id, since, 8 * c.length))
      return "it waits because of a register that has another width";
    n.read_before.push_back(c.register_read == 0 ? 0 : since + 1);
  }
  return "";
}

void Registers::find_live(BoundNode& n, const Model& model) {
  std::set<uint32_t> live;
  const bool fills = n.fills != 0;
  const auto add = [&](uint32_t since, bool after) {
    if (!after || !fills) live.insert(since);
    else if (since > 0) live.insert(since - 1);
  };
  for (const auto& [since, width] : model.expressions.uses(n.writes_or_asks)) add(since, n.compares_with == 0);
  for (const auto& [since, width] : model.expressions.uses(n.compares_with)) add(since, false);
  for (const uint32_t since : n.read_before)
    if (since != 0) add(since - 1, false);
  if (n.then != 0)
    for (const uint32_t since : model.nodes[n.then].live) add(since, true);
  for (const Edge& e : n.edges)
    for (const uint32_t since : model.nodes[e.to].live) add(since, true);
  n.live.assign(live.begin(), live.end());
}

}  // namespace heddle::certificate
