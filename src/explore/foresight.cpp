#include "explore/foresight.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/hash.h"

namespace heddle {
namespace {

constexpr uint64_t kLeastPointer = 0x10000;  // smaller numbers are no addresses
constexpr uint64_t kObject = 4096;           // bytes behind a pointer that count as what it points to
constexpr size_t kSoon = 8;                  // events of a thread in which a pointer that it read is followed
constexpr size_t kAtOnce = 4;                // questions about one place in the source from one run
constexpr uint32_t kPatience = 16;           // in all
constexpr uint64_t kSteps = 1000;            // of the solver, for one question: more than its guesses need
constexpr uint32_t kVainEnough = 128;        // questions in a row without a yes, then no more are asked

bool is_pointer(const Event& e) {
  return e.op == Op::kRead && e.length == 8 && e.read >= kLeastPointer && !(e.flags & kUnused);
}

}  // namespace

void Foresight::look(const Trace& trace, const causal::Pool& pool) {
  note_nulls(trace);
  if (!open_.empty() || vain_ >= kVainEnough) return;  // an earlier run is asked about; there will be others
  found_.clear();
  suspect_reads(trace, pool);
  if (pool.has_free()) suspect_accesses(trace);
  if (found_.empty()) return;
  model_ = causal::TraceModel(trace);
  if (model_.problem().empty()) select();
}

void Foresight::note_nulls(const Trace& trace) {
  for (const Event& e : trace.events) {
    if (e.length != 8 || !is_access(e.op)) continue;
    const bool writes = e.op == Op::kWrite || e.op == Op::kRmw;
    if (e.op != Op::kFree && (e.read == 0 || (writes && e.written == 0))) nulls_.insert(e.object);
  }
}

// Pointers that were read where null had been, and could be again.
void Foresight::suspect_reads(const Trace& trace, const causal::Pool& pool) {
  if (nulls_.empty()) return;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const Event& e = trace.events[i];
    if (!is_pointer(e) || !nulls_.contains(e.object)) continue;
    if (const auto asked = asked_.find(e.position); asked != asked_.end() && asked->second >= kPatience) continue;
    const causal::NodeId node = pool.node_of(i);
    if (node == causal::kNoNode || pool.find(node, 0) != nullptr) continue;
    bool followed = false;
    for (size_t j = i + 1, soon = 0; j < trace.events.size() && soon < kSoon && !followed; ++j) {
      if (trace.events[j].thread != e.thread) continue;
      followed = trace.events[j].object - e.read < kObject;
      ++soon;
    }
    found_.push_back({FindingKind::kNullDereference, static_cast<uint32_t>(i), e.position, followed});
  }
}

// Accesses to memory that somebody else freed afterwards.
void Foresight::suspect_accesses(const Trace& trace) {
  std::map<uint64_t, uint32_t> blocks;  // first byte -> event that freed it
  for (size_t i = trace.events.size(); i-- > 0;) {
    const Event& e = trace.events[i];
    if (e.op == Op::kFree) blocks[e.object] = static_cast<uint32_t>(i);
    if (blocks.empty() || !is_access(e.op)) continue;
    auto block = blocks.upper_bound(e.object);
    if (block == blocks.begin()) continue;
    const Event& freed = trace.events[(--block)->second];
    if (freed.thread == e.thread || e.object - freed.object >= freed.length) continue;
    const uint64_t place = mix(e.position, freed.position);
    if (const auto asked = asked_.find(place); asked != asked_.end() && asked->second >= kPatience) continue;
    found_.push_back({FindingKind::kUseAfterFree, static_cast<uint32_t>(i), place, true});
  }
}

// A few of each place in the source, from all over the run; those that were followed first.
void Foresight::select() {
  std::unordered_map<uint32_t, causal::ActId> acts;  // event -> act
  for (causal::ActId a : model_.order()) acts[model_[a].event] = a;
  std::sort(found_.begin(), found_.end(), [](const Suspicion& a, const Suspicion& b) {
    return std::tuple(!a.evident, a.place, a.event) < std::tuple(!b.evident, b.place, b.event);
  });
  for (size_t begin = 0, end; begin < found_.size(); begin = end) {
    for (end = begin; end < found_.size() && found_[end].place == found_[begin].place; ++end) {
    }
    const size_t count = end - begin, few = std::min(count, kAtOnce);
    for (size_t k = 0; k < few; ++k) {
      const Suspicion& s = found_[begin + (few == 1 ? 0 : k * (count - 1) / (few - 1))];
      const auto act = acts.find(s.event);
      const bool freed = s.kind == FindingKind::kUseAfterFree;
      if (act == acts.end() || asked_[s.place] >= kPatience || !(freed || has_null(act->second))) continue;
      ++asked_[s.place];
      open_.push_back({s.kind, {act->second, 0, freed}});
    }
  }
}

// The run holds a null that the act could have been told.
bool Foresight::has_null(causal::ActId act) const {
  const std::vector<uint64_t> answers = model_.other_answers(act);
  return std::find(answers.begin(), answers.end(), 0) != answers.end();
}

bool Foresight::ask(Work& work) {
  if (solver_ == nullptr) solver_ = causal::make_native_solver(kSteps);
  const Open open = open_.front();
  open_.pop_front();
  causal::Answer answer = solver_->solve(model_, open.question);
  vain_ = answer.kind == causal::Answer::kYes ? 0 : vain_ + 1;
  if (answer.kind != causal::Answer::kYes) return false;
  work.schedule.prefix = std::move(answer.schedule);
  work.tentative = true;
  work.foretold = open.kind;
  return true;
}

}  // namespace heddle
