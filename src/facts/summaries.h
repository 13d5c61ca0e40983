// Summaries of calls: which of what goes into a call can come out of it, by its result or by its not returning. With them a slice can
// pass a call without going through the function and out at another of its callers.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::facts {

class Summaries {
 public:
  explicit Summaries(uint32_t nodes) : nodes_(nodes) {}

  enum Out : uint8_t { kByResult = 1, kByNotReturning = 2 };

  // `to` depends on `from`, in the same function.
  void add_inside(uint32_t from, uint32_t to) { inside_.emplace_back(to, from); }
  // A function's node by which something comes out of it.
  void add_out(uint32_t node, Out out) { outs_.emplace_back(node, out); }
  // A call: what goes in, as pairs of a node of the caller and one of the function; the nodes of the caller at which things come out.
  struct Call {
    std::vector<std::pair<uint32_t, uint32_t>> in;
    uint32_t result, returns;
  };
  void add_call(Call call) { calls_.push_back(std::move(call)); }

  // Pairs of nodes of a caller.
  std::vector<std::pair<uint32_t, uint32_t>> compute();

 private:
  void reach(uint32_t node, uint8_t out);

  uint32_t nodes_;
  std::vector<std::pair<uint32_t, uint32_t>> inside_;  // to, from
  std::vector<std::pair<uint32_t, Out>> outs_;
  std::vector<Call> calls_;
  std::vector<uint8_t> reaches_;  // per node: of its function, Out
  std::vector<std::pair<uint32_t, uint8_t>> open_;
};

}  // namespace heddle::facts
