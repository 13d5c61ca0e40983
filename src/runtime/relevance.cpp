#include "runtime/relevance.h"

#include "runtime/shadow.h"

namespace heddle::rt {
namespace {

FutureOracle oracle;

constexpr int kMaxOpen = 4096;
uint64_t open[kMaxOpen];
int open_count;

bool is_open(uint64_t position) {
  for (int i = 0; i < open_count; ++i)
    if (open[i] == position) return true;
  return open_count == kMaxOpen;
}

void open_access(uint64_t position) {
  if (is_open(position)) return;
  open[open_count++] = position;
  g.visibility_grew = true;
  if (on_shared) on_shared(position | kOpenPlace);
}

}  // namespace

void set_future_oracle(const FutureOracle& given) { oracle = given; }

bool is_relevant(ThreadId thread) {
  const RelevanceOptions& options = g.options.relevance;
  const Event& access = g.next[thread];
  if (is_open(access.position)) return true;
  if (!options.arrays && oracle.is_element != nullptr && oracle.is_element(access.position)) return false;
  if (options.future != RelevanceOptions::Future::kUnknown && oracle.may_conflict != nullptr &&
      !oracle.may_conflict(thread, access))
    return false;
  return !options.reachable || was_met_in(access.object, access.length) ||
         reachable_by_others(thread, access.object, access.length);
}

void open_last_accesses() {
  if (g.discovery) return;
  for (uint32_t i = g.step_count; i > 0; --i) {
    const Step& step = g.steps[i - 1];
    if (step.kind != Step::kThread) continue;
    if (!(step.marks & Step::kUnasked)) break;
    const bool performed = step.event < g.event_count;
    open_access(performed ? g.events[step.event].position : g.next[step.pick].position);
  }
}

void restore_open_access(uint64_t place) {
  if (const uint64_t position = place & ~uint64_t{7}; !is_open(position)) open[open_count++] = position;
}

}  // namespace heddle::rt
