// Two stages. First the run at hand is tidied up: it is a sequence of blocks, each the steps of one thread without a
// switch, and a block is left out, put off until its thread's next block, brought forward to its thread's last one, or
// everything behind it is left to a scheduler that never preempts. What still fails and is shorter is kept. This is
// quick, and good on long runs, but it only walks downhill.
//
// Then iterative context bounding (explore/icb.cpp) makes all runs with no preemption, with one, … up to the number
// still needed. It comes by the fewest preemptions first, so what it finds cannot be beaten; and when it gets as far as
// the number needed without finding anything, that is proven to be necessary. On long runs the budget ends it.
#include "explain/shorten.h"

#include <algorithm>

#include "explore/engine.h"

namespace heddle {
namespace {

constexpr uint64_t kMostRefinement = 2000;  // runs of the second stage after fewer preemptions are ruled out

// A thread step, with its value step.
struct Move {
  uint16_t thread;
  int32_t value = -1;
};
using Moves = std::vector<Move>;

Moves moves_of(const Trace& trace) {
  Moves moves;
  for (const Step& step : trace.steps) {
    if (step.kind == Step::kThread) moves.push_back({step.pick});
    else if (!moves.empty()) moves.back().value = step.pick;
  }
  return moves;
}

std::vector<uint16_t> picks_of(const Moves& moves) {
  std::vector<uint16_t> picks;
  for (const Move& move : moves) {
    picks.push_back(move.thread);
    if (move.value >= 0) picks.push_back(static_cast<uint16_t>(move.value));
  }
  return picks;
}

class Shortener {
 public:
  Shortener(Executor& executor, const SameFailure& same, Budget& budget)
      : executor_(executor), same_(same), budget_(budget) {}

  std::optional<ShortRun> run(const std::vector<uint16_t>& picks) {
    if (!budget_.take()) return std::nullopt;
    schedule_.tail = Tail::kStay;
    schedule_.prefix = picks;
    const Trace& trace = executor_.run(schedule_);
    if (!fails(trace)) return std::nullopt;
    adopt(trace);
    tidy();
    search_below();
    return std::move(best_);
  }

 private:
  struct Block {
    size_t begin, end;  // of moves_
    uint16_t thread;
  };

  bool fails(const Trace& trace) const { return std::any_of(trace.findings.begin(), trace.findings.end(), same_); }

  void adopt(const Trace& trace) {
    best_.cost = cost_of(trace);
    best_.picks.clear();
    for (const Step& step : trace.steps) best_.picks.push_back(step.pick);
    moves_ = moves_of(trace);
    blocks_.clear();
    for (size_t i = 0; i < moves_.size(); ++i)
      if (!blocks_.empty() && blocks_.back().thread == moves_[i].thread) ++blocks_.back().end;
      else blocks_.push_back({i, i + 1, moves_[i].thread});
  }

  bool keep_if_shorter(const Trace& trace) {
    if (!fails(trace) || cost_of(trace) >= best_.cost) return false;
    adopt(trace);
    return true;
  }

  // Runs these moves and then whatever needs no preemption. Where they cannot be followed, likewise.
  bool attempt(const Moves& moves) {
    schedule_.prefix = picks_of(moves);
    if (!budget_.take()) return false;
    const Trace& trace = executor_.run(schedule_);
    if (trace.outcome != Outcome::kDiverged) return keep_if_shorter(trace);
    schedule_.prefix = picks_of(moves_of(trace));
    return budget_.take() && keep_if_shorter(executor_.run(schedule_));
  }

  Moves without(size_t b) const {
    Moves moves(moves_.begin(), moves_.begin() + static_cast<long>(blocks_[b].begin));
    moves.insert(moves.end(), moves_.begin() + static_cast<long>(blocks_[b].end), moves_.end());
    return moves;
  }
  // Block b moved to just before or just behind block c of the same thread.
  Moves moved(size_t b, size_t c) const {
    Moves moves;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      if (i == b) continue;
      auto put = [&](size_t k) {
        moves.insert(moves.end(), moves_.begin() + static_cast<long>(blocks_[k].begin),
                     moves_.begin() + static_cast<long>(blocks_[k].end));
      };
      if (i == c && b < c) put(b);
      put(i);
      if (i == c && b > c) put(b);
    }
    return moves;
  }

  bool improve_at(size_t b) {
    const Moves upto(moves_.begin(), moves_.begin() + static_cast<long>(blocks_[b].end));
    if (b + 1 < blocks_.size() && attempt(upto)) return true;
    if (attempt(without(b))) return true;
    for (size_t c = b + 1; c < blocks_.size(); ++c)
      if (blocks_[c].thread == blocks_[b].thread) {
        if (attempt(moved(b, c)) || attempt(moved(c, b))) return true;
        break;
      }
    return false;
  }

  void tidy() {
    for (bool improved = true; improved && budget_.left() > 0;) {
      improved = false;
      for (size_t b = 0; b < blocks_.size() && budget_.left() > 0; ++b) improved |= improve_at(b);
    }
  }

  void search_below() {
    EngineOptions options;
    options.preemptions = static_cast<int>(best_.cost.preemptions);
    const auto icb = make_engine("icb", options);
    Work work;
    best_.fewest_preemptions = best_.cost.preemptions == 0;
    uint64_t refined = 0;
    while (refined < kMostRefinement) {
      if (!icb->next(work)) {
        best_.fewest_preemptions = best_.shortest = true;
        return;
      }
      if (!budget_.take()) return;
      const Trace& trace = executor_.run(work.schedule);
      icb->observe(work, trace);
      if (trace.outcome == Outcome::kDiverged || trace.outcome == Outcome::kUnsupported ||
          trace.outcome == Outcome::kStepLimit)
        return;
      // Bounds rise: once a run has as many preemptions as the best, those with fewer have all been made.
      const uint32_t preemptions = cost_of(trace).preemptions;
      if (preemptions > best_.cost.preemptions) {
        best_.shortest = true;
        return;
      }
      keep_if_shorter(trace);
      if (preemptions == best_.cost.preemptions) best_.fewest_preemptions = true;
      refined += best_.fewest_preemptions;
    }
  }

  Executor& executor_;
  const SameFailure& same_;
  Budget& budget_;
  Schedule schedule_;
  ShortRun best_;
  Moves moves_;                // of the best run
  std::vector<Block> blocks_;  // of the best run
};

}  // namespace

RunCost cost_of(const Trace& trace) {
  RunCost cost;
  int last = -1;
  for (const Step& step : trace.steps) {
    if (step.kind != Step::kThread) continue;
    ++cost.events;
    if (last >= 0 && last != step.pick) {
      ++cost.switches;
      cost.preemptions += step.enabled.test(static_cast<ThreadId>(last));
    }
    last = step.pick;
  }
  return cost;
}

std::optional<ShortRun> shorten(Executor& executor, const std::vector<uint16_t>& picks, const SameFailure& same,
                                Budget& budget) {
  return Shortener(executor, same, budget).run(picks);
}

}  // namespace heddle
