// From a run to an explanation. The line shown for an event is the innermost place in the user's own files: what
// the pass noted if it is that, else the first such frame of the event's call stack.
#include "report/explain.h"

#include <algorithm>
#include <map>

#include "report/describe_event.h"
#include "report/picks.h"

namespace heddle {
namespace {

class Explainer {
 public:
  Explainer(const Finding& finding, const RunRecord& run)
      : finding_(finding), run_(run), symbolizer_(run.modules), words_(run, symbolizer_) {}

  Explanation explain() {
    ask_for_addresses();
    Explanation out;
    out.kind = finding_.kind;
    out.message = finding_.message;
    out.thread = run_.thread_name(finding_.thread);
    out.schedule = write_picks(run_.steps, run_.thread_names);
    add_rows(out);
    out.place = place_of(finding_.position, run_.final_stack(finding_.thread));
    if (finding_.kind == FindingKind::kDeadlock || finding_.kind == FindingKind::kLivelock)
      add_waiting(out);
    else
      add_stacks(out);
    return out;
  }

 private:
  void ask_for_addresses() {
    std::vector<uint64_t> addresses = run_.frames;
    for (const Event& e : run_.events) addresses.push_back(e.position);
    for (const Event& e : run_.pending) addresses.push_back(e.position);
    addresses.push_back(finding_.position);
    addresses.push_back(finding_.other_position);
    std::erase_if(addresses, [&](uint64_t a) { return a == 0 || symbolizer_.constant(a).has_value(); });
    symbolizer_.prepare(addresses);
  }

  SourcePlace place_of(uint64_t position, std::span<const uint64_t> stack) {
    const auto constant = symbolizer_.constant(position);
    if (constant && !is_system_file(constant->file)) return *constant;
    const std::string variable = constant ? constant->variable : "";
    if (!constant && position != 0)
      for (const auto& place : symbolizer_.frames(position))
        if (!is_system_file(place.file)) return place;
    for (uint64_t address : stack)
      for (SourcePlace place : symbolizer_.frames(address))
        if (!is_system_file(place.file)) {
          place.variable = variable;
          return place;
        }
    return constant.value_or(SourcePlace{});
  }

  void add_rows(Explanation& out) {
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const Event& event = run_.events[i];
      track_locks(event, i);
      TraceRow row{event.thread, run_.thread_name(event.thread), place_of(event.position, run_.event_stack(i)), ""};
      row.what = words_.describe(event, row.place.variable);
      const bool shown = (event.flags & kScheduled) || event.op == Op::kCreate || event.op == Op::kJoin;
      places_[i] = row.place;
      if (shown) out.rows.push_back(std::move(row));
    }
  }

  void track_locks(const Event& e, size_t index) {
    const bool failed = (e.flags & kFailed) != 0;
    switch (e.op) {
      case Op::kLock: case Op::kTryLock: case Op::kReadLock: case Op::kTryReadLock:
        if (!failed) holders_[e.object] = {e.thread, index};
        break;
      case Op::kCondWake: holders_[e.second] = {e.thread, index}; break;
      case Op::kUnlock: holders_.erase(e.object); break;
      case Op::kCondWait: holders_.erase(e.second); break;
      default: break;
    }
  }

  std::vector<SourcePlace> stack_of(std::span<const uint64_t> addresses) {
    std::vector<SourcePlace> frames;
    for (uint64_t address : addresses) {
      const LoadedModule* module = symbolizer_.module_of(address);
      if (module == nullptr || !module->instrumented) continue;  // the runtime and the system's libraries
      for (const auto& place : symbolizer_.frames(address)) frames.push_back(place);
    }
    return frames;
  }

  void add_stack(Explanation& out, ThreadId thread, const std::string& title, std::span<const uint64_t> addresses) {
    ThreadStack stack{run_.thread_name(thread), title, stack_of(addresses)};
    if (!stack.frames.empty() || !title.empty()) out.stacks.push_back(std::move(stack));
  }

  void add_stacks(Explanation& out) {
    add_stack(out, finding_.thread, "", run_.final_stack(finding_.thread));
    if (!finding_.has_other) return;
    std::span<const uint64_t> stack = run_.final_stack(finding_.other);
    for (size_t i = run_.events.size(); i-- > 0;)
      if (run_.events[i].thread == finding_.other && run_.events[i].position == finding_.other_position) {
        stack = run_.event_stack(i);
        break;
      }
    std::string title;
    const SourcePlace place = finding_.other_position ? place_of(finding_.other_position, stack) : SourcePlace{};
    if (place.line != 0) title = "the other thread, at " + place.file + ":" + std::to_string(place.line);
    add_stack(out, finding_.other, title, stack);
  }

  void add_waiting(Explanation& out) {
    for (size_t t = 0; t < run_.pending.size(); ++t) {
      const Event& pending = run_.pending[t];
      if (pending.op == Op::kEnd || (pending.op == Op::kBegin && t != 0)) continue;
      const auto thread = static_cast<ThreadId>(t);
      const SourcePlace place = place_of(pending.position, run_.final_stack(thread));
      std::string title = "waits for " + words_.wanted(pending, place.variable);
      const bool takes_lock = pending.op == Op::kLock || pending.op == Op::kReadLock;
      if (auto holder = holders_.find(pending.object); takes_lock && holder != holders_.end()) {
        title += ", held by " + run_.thread_name(holder->second.first);
        const SourcePlace& at = places_[holder->second.second];
        if (at.line != 0) title += " since " + at.file + ":" + std::to_string(at.line);
      }
      add_stack(out, thread, title, run_.final_stack(thread));
    }
    if (out.stacks.empty()) add_stacks(out);
  }

  const Finding& finding_;
  const RunRecord& run_;
  Symbolizer symbolizer_;
  EventWords words_;
  std::map<uint64_t, std::pair<ThreadId, size_t>> holders_;  // lock -> who took it last, in which event
  std::map<size_t, SourcePlace> places_;                     // of each event
};

}  // namespace

Explanation explain(const Finding& finding, const RunRecord& run) { return Explainer(finding, run).explain(); }

}  // namespace heddle
