#include "explore/mcr_facts.h"

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "causal/certificate.h"
#include "causal/model_replay.h"
#include "trace/places_in_text.h"

namespace heddle {

using causal::Races;
using causal::Reach;
using causal::Relevance;

namespace {

uint32_t depth_to_begin_with(const causal::Pool& pool) {
  uint32_t deepest = 1;
  for (causal::NodeId n = 1; n < pool.size(); ++n) deepest = std::max(deepest, pool.depth(n));
  return deepest * 2;
}

}  // namespace

std::optional<Follow> McrFacts::follow_less() const {
  return follow != Follow::kNothing ? std::optional(Follow::kNothing) : std::nullopt;
}

void McrFacts::note_races(const Trace& trace) {
  for (const Finding& f : trace.races) memory.races.insert(causal::race_of(f.position, f.other_position));
}

bool McrFacts::learn(const Trace& trace) {
  started = true;
  bool grew = pool.learn(trace);
  std::vector<uint64_t> deadlock;
  grew |= causal::replay_in_model(pool, trace, deadlock);
  if (memory.depth == 0) memory.depth = depth_to_begin_with(pool);
  if (!deadlock.empty()) memory.deadlocks.push_back(std::move(deadlock));
  if (pool.problem().empty() && !pool.has_inputs()) foresight.look(trace, pool);
  return grew;
}

std::optional<McrFacts::Goal> McrFacts::choose() {
  for (;;) {
    if (const std::optional<Goal> goal = choose_at_depth()) return goal;
    if (!deepen()) return std::nullopt;
  }
}

// Everything is known down to the present depth. False: and so is what lies below.
bool McrFacts::deepen() {
  size_t postponed = 0;
  for (std::shared_ptr<Reach>& reach : closed_)
    if (reach && reach->postponed()) reach = nullptr, ++postponed;
  for (auto* closed : {&closed_races_, &closed_unordered_})
    postponed += std::erase_if(*closed, [](const auto& races) { return races.second.reach->postponed(); });
  memory.depth = std::max(memory.depth, memory.depth * 2);
  return postponed > 0;
}

// With inputs, threads that were not searched for yet come first: what they teach makes the other searches be made again.
std::optional<McrFacts::Goal> McrFacts::choose_at_depth() {
  stand_ins_.set_fault(memory.reach_fault);
  stand_ins_.update();
  if (pool.has_inputs())
    if (const std::optional<Goal> goal = choose_thread(true)) return goal;
  if (const std::optional<Goal> goal = choose_thread(false)) return goal;
  if (!predict_races_) return std::nullopt;
  const std::optional<Goal> races = choose_races();
  return races ? races : choose_unordered();
}

std::optional<McrFacts::Goal> McrFacts::choose_thread(bool not_searched) {
  for (int i = 0; i < pool.threads(); ++i) {
    const auto t = static_cast<ThreadId>(i);
    if (pool.root(t) == causal::kNoNode || (not_searched && closed_[t]) || stand_ins_.is_covered(t)) continue;
    const bool waits = may_wait_for_ever(pool, t);
    if (!waits && !is_open(pool, t)) continue;
    if (closed_[t] && closed_[t]->relevance().blocking() == waits && closed_[t]->still_closed()) continue;
    Relevance wanted(pool, t, waits);
    wanted.compute();
    if (find_covering(wanted) == nullptr) return Goal{t, waits, 0, {}};
  }
  return std::nullopt;
}

// Often one search answers for several threads.
const Reach* McrFacts::find_covering(const Relevance& wanted) const {
  const auto covers = [&](const std::shared_ptr<Reach>& r) {
    return r && !r->by_formula() && r->still_closed() && r->relevance().covers(wanted);
  };
  for (const auto& reach : closed_)
    if (covers(reach)) return reach.get();
  for (const auto& [pair, races] : closed_races_)
    if (covers(races.reach)) return races.reach.get();
  return nullptr;
}

// Every history is known. Which accesses can two threads come to at the same time? Each search has noted those that it met.
std::optional<McrFacts::Goal> McrFacts::choose_races() {
  for (int i = 0; i < pool.threads(); ++i)
    for (int j = i + 1; j < pool.threads(); ++j) {
      Goal goal{static_cast<ThreadId>(i), false, static_cast<ThreadId>(j), {}};
      goal.cells = cells_that_may_race(pool, memory, goal.target, goal.second, nullptr);
      if (goal.cells.empty()) continue;
      Relevance wanted(pool, goal.target, goal.second, goal.cells, goal.races);
      wanted.compute();
      const Reach* reach = find_covering(wanted);
      if (reach)  // of equal threads it may have met either
        goal.cells = cells_that_may_race(pool, memory, goal.target, goal.second, &reach->met_races());
      if (goal.cells.empty() || (!reach && stand_ins_.is_covered(goal.target, goal.second))) continue;
      if (!is_made(goal)) return goal;
    }
  return std::nullopt;
}

// Which accesses can two threads come to one after the other, with nothing that orders them? That there are no others than those
// above is known where everybody who looks at something synchronises.
std::optional<McrFacts::Goal> McrFacts::choose_unordered() {
  for (int i = 0; i < pool.threads(); ++i)
    for (int j = i + 1; j < pool.threads(); ++j) {
      Goal goal{static_cast<ThreadId>(i), false, static_cast<ThreadId>(j), {}, Races::kUnordered};
      if (stand_ins_.is_covered(goal.target, goal.second)) continue;
      goal.cells = cells_that_may_race(pool, memory, goal.target, goal.second, nullptr, goal.races);
      if (goal.cells.empty() || is_made(goal)) continue;
      Relevance way(pool, goal.target, goal.second, goal.cells, Races::kReachable);
      way.compute();
      if (observes_without_order(pool, way)) return goal;
    }
  return std::nullopt;
}

bool McrFacts::is_made(const Goal& goal) const {
  const auto& closed = goal.races == Races::kUnordered ? closed_unordered_ : closed_races_;
  const auto own = closed.find(mix(goal.target, goal.second));
  return own != closed.end() && own->second.cells == goal.cells && own->second.reach->still_closed();
}

std::unique_ptr<Reach> McrFacts::make(const Goal& goal, bool shared) {
  if (goal.cells.empty()) return std::make_unique<Reach>(pool, memory, goal.target, goal.blocking, shared);
  return std::make_unique<Reach>(pool, memory, goal.target, goal.second, goal.cells, goal.races, shared);
}

void McrFacts::close(const Goal& goal, std::shared_ptr<Reach> reach) {
  reach->close();
  if (goal.cells.empty()) closed_[goal.target] = std::move(reach);
  else
    (goal.races == Races::kUnordered ? closed_unordered_ : closed_races_)[mix(goal.target, goal.second)] = {
        std::move(reach), goal.cells};
}

void McrFacts::close_by_formula(const Goal& goal, std::shared_ptr<Reach> reach, bool postponed) {
  reach->end_by_formula(postponed);
  close(goal, std::move(reach));
}

std::string McrFacts::certificate() const {
  if (pool.has_tired())
    return "";  // when it gives up follows from what it read in a loop, which the checker does not see
  return causal::certificate_lines(pool, predict_races_ && memory.races.empty(), follow);
}

std::string McrFacts::doubt() const {
  const auto and_others = [](const std::set<uint64_t>& positions) {
    const size_t more = positions.size() - 1;
    return place_in_text(*positions.begin()) +
           (more == 0 ? "" : " and " + std::to_string(more) + (more == 1 ? " other place" : " other places"));
  };
  if (!memory.undecided.empty())
    return "the solver could not say which inputs lead on from " + and_others(memory.undecided);
  if (!memory.long_loops.empty())
    return "inputs keep a loop going for more than " + std::to_string(memory.max_loop) + " rounds (--max-loop), at " +
           and_others(memory.long_loops);
  return {};
}

std::string McrFacts::progress() const {
  return std::to_string(pool.histories()) + " histories, " + std::to_string(memory.states.load()) + " states";
}

void McrFacts::save(Writer& out) const {
  out.put<uint8_t>(0);
  out.put<uint8_t>(started);
  out.put(follow);
  pool.save(out);
  memory.save(out);
}

bool McrFacts::load(Reader& in) {
  started = in.get<uint8_t>();
  follow = in.get<Follow>();
  if (!pool.load(in) || !memory.load(in)) return false;
  if (started && memory.depth == 0) memory.depth = depth_to_begin_with(pool);
  return true;
}

void put_instead(Writer& out, const std::string& why, const std::string& its_state) {
  out.put<uint8_t>(1);
  out.put(why);
  out.put(its_state);
}

}  // namespace heddle
