#include "causal/ledger.h"

#include <algorithm>

namespace heddle::causal {
namespace {

constexpr uint8_t kManyPhases = 254;

// `first` comes before `second`, always. Does the second thread learn anything by that? Freeing memory does not look at it,
// except for whether it is still there.
bool flows(const Touch& first, const Touch& second) {
  return first.told && first.kind != Touch::kRead && (second.kind != Touch::kFree || first.kind == Touch::kFree);
}

}  // namespace

void Ledger::born(ThreadId child, ThreadId parent, uint8_t phase) { birth_[child] = {parent, phase}; }

// By creation and join alone, in every run.
bool Ledger::before(const Touch& a, const Touch& b) const {
  if (a.thread < 64 && (b.joined >> a.thread & 1)) return true;
  for (ThreadId t = b.thread; t != kMainThread; t = birth_[t].parent)
    if (birth_[t].parent == a.thread) return a.phase < kManyPhases && a.phase <= birth_[t].phase;
  return false;
}

bool Ledger::meet(const Touch& a, const Touch& b) const {
  if (a.thread == b.thread || (a.kind == Touch::kRead && b.kind == Touch::kRead)) return false;
  if (before(a, b)) return flows(a, b);
  if (before(b, a)) return flows(b, a);
  return true;
}

void Ledger::add(std::span<const Touch> touches) {
  for (const Touch& touch : touches) {
    std::vector<Touch>& others = touches_[touch.granule];
    if (std::ranges::find(others, touch) != others.end()) continue;  // told again
    if (std::any_of(others.begin(), others.end(), [&](const Touch& other) { return meet(touch, other); }))
      to_share_.push_back(touch.granule);
    others.push_back(touch);
  }
}

void Ledger::save(Writer& out) const {
  std::vector<Touch> all;
  for (const auto& [granule, touches] : touches_) all.insert(all.end(), touches.begin(), touches.end());
  out.put(all);
  out.put(birth_);
  out.put(to_share_);
}

bool Ledger::load(Reader& in) {
  const std::vector<Touch> all = in.get_vector<Touch>();
  birth_ = in.get<decltype(birth_)>();
  for (const Touch& touch : all) touches_[touch.granule].push_back(touch);
  to_share_ = in.get_vector<uint64_t>();
  return in.ok();
}

}  // namespace heddle::causal
