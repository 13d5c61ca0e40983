// From a run to an explanation. The line shown for an event is the innermost place in the user's own files: what
// the pass noted if it is that, else the first such frame of the event's call stack.
#include "report/explain.h"

#include <algorithm>
#include <map>

#include "report/describe_event.h"
#include "report/lock_table.h"
#include "report/function_names.h"
#include "report/picks.h"
#include "report/race_cause.h"
#include "report/row_links.h"
#include "report/source_text.h"

namespace heddle {
namespace {

class Explainer {
 public:
  Explainer(const Finding& finding, const RunRecord& run, const Insight& insight)
      : finding_(finding), run_(run), insight_(insight), symbolizer_(run.modules), names_(run, symbolizer_),
        words_(run, names_) {}

  Explanation explain() {
    ask_for_addresses();
    Explanation out;
    out.kind = finding_.kind;
    out.message = finding_.message;
    out.thread = run_.thread_name(finding_.thread);
    out.schedule = write_picks(run_.steps, run_.thread_names);
    add_rows(out);
    out.place = place_of(finding_.position, own_stack());
    add_threads(out);
    add_insight(out);
    if (stuck()) add_waiting(out);
    else add_stacks(out);
    add_expression(out);
    if (!left_locked_.empty() && stuck()) out.message = "no thread can go on: " + left_locked_;
    for (const NamedBlock& block : names_.blocks()) {
      const SourcePlace place = block.where ? place_of(block.where, {}) : SourcePlace{};
      out.blocks.push_back({block.name, block.size, is_system_file(place.file) ? SourcePlace{} : place});
    }
    return out;
  }

 private:
  bool is_race() const { return finding_.kind == FindingKind::kRace && finding_.event - 1u < run_.events.size(); }
  // A race does not end a run: its thread is looked at as it made the second access.
  std::span<const uint64_t> own_stack() const {
    return is_race() ? run_.event_stack(finding_.event - 1u) : run_.final_stack(finding_.thread);
  }

  void ask_for_addresses() {
    std::vector<uint64_t> addresses = run_.frames;
    for (const Event& e : run_.events) addresses.push_back(e.position);
    for (const Event& e : run_.pending) addresses.push_back(e.position);
    addresses.push_back(finding_.position);
    addresses.push_back(finding_.other_position);
    std::erase_if(addresses, [&](uint64_t a) { return a == 0 || symbolizer_.constant(a).has_value(); });
    symbolizer_.prepare(addresses);
    std::vector<uint64_t> frames = run_.frames;
    std::sort(frames.begin(), frames.end());
    frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
    symbolizer_.prepare_locals(frames);
  }

  SourcePlace place_of(uint64_t position, std::span<const uint64_t> stack) {
    const auto constant = symbolizer_.constant(position);
    if (constant && !is_system_file(constant->file)) return *constant;
    const std::string variable = constant ? constant->variable : "";
    const bool fill = constant && constant->fill;
    if (!constant && position != 0)
      for (const auto& place : symbolizer_.frames(position))
        if (place.line != 0 && !is_system_file(place.file)) return place;
    for (uint64_t address : stack)
      for (SourcePlace place : symbolizer_.frames(address))
        if (place.line != 0 && !is_system_file(place.file)) {
          place.variable = variable;
          place.fill = fill;
          return place;
        }
    return constant.value_or(SourcePlace{});
  }

  // Catch2 does not say which of its assertions failed; the source does.
  static void add_expression(Explanation& out) {
    if (!out.message.starts_with("an assertion of Catch2 failed") || out.place.line == 0) return;
    SourceText source;
    if (const std::string text = source.line(out.place, 160); !text.empty()) out.message += ": " + text;
  }

  void add_rows(Explanation& out) {
    for (size_t i = 0; i < run_.events.size(); ++i) {
      locks_.follow(run_.events[i], i);
      places_[i] = place_of(run_.events[i].position, run_.event_stack(i));
      names_.learn(i, places_[i].variable);
    }
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const Event& event = run_.events[i];
      TraceRow row;
      row.thread_id = event.thread;
      row.thread = run_.thread_name(event.thread);
      row.place = places_[i];
      row.event = static_cast<uint32_t>(i);
      row.op = event.op;
      row.object = event.object;
      if (event.op == Op::kCondWait || event.op == Op::kCondWake) row.second = event.second;
      row.length = event.length;
      row.failed = (event.flags & kFailed) != 0;
      row.atomic = (event.flags & kAtomic) != 0;
      const bool shown =
          (event.flags & kScheduled) || event.op == Op::kCreate || event.op == Op::kJoin || leads_to_deadlock(i);
      names_.follow(i);
      const bool fill = row.place.fill && event.op == Op::kWrite;
      if (fill && !is_asked_about(i)) {
        words_.fill(event);
        continue;
      }
      if (!shown) {
        words_.pass_over(event);
        continue;
      }
      if (!is_thread_structure(event.op)) row.variable = words_.object_name(event, row.place.variable);
      words_.values(event, row.value, row.old_value);
      row.what = words_.describe(event, row.place.variable);
      if (is_access(event.op) || event.op == Op::kFutexWait || event.op == Op::kFutexWake)
        row.inside = library_function(i);
      if (fill) words_.fill(event);
      row_of_[i] = out.rows.size();
      out.rows.push_back(std::move(row));
    }
    link_rows(run_, out.rows);
    for (const TraceRow& row : out.rows) {
      out.switches += row.takes_over;
      out.preemptions += row.preempts;
    }
  }

  // The finding, or what explains it, is about this event itself.
  bool is_asked_about(size_t event) const {
    const Event& e = run_.events[event];
    if (event + 1 == finding_.event ||
        (finding_.has_other && e.thread == finding_.other && e.position == finding_.other_position))
      return true;
    const auto& step = insight_.decisive;
    return step && (step->event == event || step->before == event || step->after == event);
  }

  // The innermost function of a library that event `i` lies in; empty if it lies in the user's own code. Those of std::atomic are
  // what the user wrote.
  std::string library_function(size_t i) {
    std::string function;
    for (uint64_t address : run_.event_stack(i))
      for (const SourcePlace& place : symbolizer_.frames(address)) {
        if (place.line != 0 && !is_system_file(place.file)) return function;
        const std::string file = place.file.substr(place.file.rfind('/') + 1);
        const bool atomic = file == "atomic" || file == "atomic_base.h" || file == "stdatomic.h";
        if (function.empty() && place.line != 0 && !atomic) function = end_of(place.function);
      }
    return {};
  }

  // "_Sp_atomic::load" of a longer name.
  static std::string end_of(const std::string& function) {
    const size_t last = function.rfind("::");
    const size_t before = last == std::string::npos || last == 0 ? last : function.rfind("::", last - 1);
    const std::string end = before == std::string::npos ? function : function.substr(before + 2);
    return end.starts_with("std::") ? end.substr(5) : end;
  }

  // Nobody else had used the lock when it was taken, so that was no step of the schedule; but it was never released.
  bool leads_to_deadlock(size_t event) const {
    if (finding_.kind != FindingKind::kDeadlock) return false;
    const auto& held = locks_.held();
    return std::any_of(held.begin(), held.end(), [&](const LockTable::Holding& h) { return h.event == event; });
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

  static bool touches(const Event& a, const Event& b) {
    return a.object < b.object + b.length && b.object < a.object + a.length;
  }
  // "write balance = 1 (was 0), not atomic, at bank.c:7"
  std::string access_title(size_t event, const std::vector<TraceRow>& rows) {
    const SourcePlace& place = places_[event];
    const auto row = row_of_.find(event);
    if (row == row_of_.end()) return {};
    return rows[row->second].what + (run_.events[event].flags & kAtomic ? ", atomic" : ", not atomic") +
           (place.line ? ", at " + place.file + ":" + std::to_string(place.line) : "");
  }

  void add_stacks(Explanation& out) {
    add_stack(out, finding_.thread, is_race() ? access_title(finding_.event - 1u, out.rows) : "", own_stack());
    if (!finding_.has_other) return;
    std::span<const uint64_t> stack = run_.final_stack(finding_.other);
    std::string title;
    for (size_t i = is_race() ? finding_.event : run_.events.size(); i-- > 0;)
      if (run_.events[i].thread == finding_.other && run_.events[i].position == finding_.other_position &&
          (!is_race() || touches(run_.events[i], run_.events[finding_.event - 1u]))) {
        stack = run_.event_stack(i);
        if (is_race()) {
          title = access_title(i, out.rows);
          add_unordered(out, i, finding_.event - 1u);
        }
        break;
      }
    const SourcePlace place = finding_.other_position ? place_of(finding_.other_position, stack) : SourcePlace{};
    out.other_thread = run_.thread_name(finding_.other);
    out.other_place = place;
    if (place.line != 0 && title.empty())
      title = "the other thread, at " + place.file + ":" + std::to_string(place.line);
    add_stack(out, finding_.other, title, stack);
  }

  void add_unordered(Explanation& out, size_t first, size_t second) {
    Unordered& pair = out.unordered.emplace();
    for (auto [event, row] : {std::pair(first, &pair.first), std::pair(second, &pair.second)}) {
      const std::string line = line_of(places_[event], out.place);
      if (const auto at = row_of_.find(event); at != row_of_.end()) *row = at->second;
      if (line.empty() || !*row) continue;
      pair.words += (pair.words.empty() ? "" : " and ") + line + " in " + out.rows[**row].thread + " (" +
                    out.rows[**row].what + ")";
    }
    add_cause(out, pair, first, second);
  }

  void add_cause(const Explanation& out, Unordered& pair, size_t first, size_t second) {
    const auto who = [&](size_t event) {
      const std::string line = line_of(places_[event], out.place);
      return (line.empty() ? "a step" : line) + " in " + run_.thread_name(run_.events[event].thread);
    };
    const auto message = message_between(run_.events, first, second);
    if (message)
      pair.why = message_words(run_.events[message->written], who(message->written), run_.events[message->read],
                               who(message->read));
    else pair.why = locks_held(first, second);
    pair.cause = object_of(message ? message->written : second);
  }

  // What people call the whole of what an event is about; of the heap, where the block was allocated.
  std::string object_of(size_t event) {
    const Event& e = run_.events[event];
    const std::string name = whole_of(words_.object_name(e, places_[event].variable));
    for (const NamedBlock& block : names_.blocks())
      if (block.name == name && block.where != 0) {
        const SourcePlace place = place_of(block.where, {});
        return "the block of " + place.file + ":" + std::to_string(place.line) + " " + place.function;
      }
    return name;
  }

  // Empty if neither held one.
  std::string locks_held(size_t first, size_t second) {
    LockTable table;
    std::string at[2];
    bool any = false;
    for (size_t i = 0; i <= second; ++i) {
      for (int k : {0, 1}) {
        if (i != (k == 0 ? first : second)) continue;
        for (const auto& held : table.held())
          if (held.thread == run_.events[i].thread) at[k] += (at[k].empty() ? "" : " and ") + lock_name(held);
        any |= !at[k].empty();
        at[k] = run_.thread_name(run_.events[i].thread) + " held " + (at[k].empty() ? "no lock" : at[k]);
      }
      table.follow(run_.events[i], i);
    }
    return any ? at[0] + ", and " + at[1] : "";
  }

  void add_waiting(Explanation& out) {
    for (const ThreadEnd& end : out.threads)
      if (!end.waits_for.empty()) add_stack(out, end.id, "waits for " + end.waits_for, run_.final_stack(end.id));
    if (out.stacks.empty()) add_stacks(out);
  }

  void add_threads(Explanation& out) {
    ThreadSet known, done;
    std::map<ThreadId, SourcePlace> created;
    known.set(kMainThread);
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const Event& e = run_.events[i];
      known.set(e.thread);
      if (e.op == Op::kEnd) done.set(e.thread);
      if (e.op != Op::kCreate) continue;
      known.set(static_cast<ThreadId>(e.object));
      created[static_cast<ThreadId>(e.object)] = places_[i];
    }
    known.for_each([&](ThreadId t) {
      ThreadEnd end;
      end.id = t;
      end.name = run_.thread_name(t);
      end.created = created[t];
      end.done = done.test(t);
      for (const auto& held : locks_.held())
        if (held.thread == t) end.holds.push_back({lock_name(held), places_[held.event]});
      if (!end.done && t < run_.pending.size()) add_wait(run_.pending[t], end, done);
      if (end.done) add_throw(end);
      if (t == finding_.thread) end.place = out.place;
      out.threads.push_back(std::move(end));
    });
  }

  // An exception that was thrown while it held a lock that it never released.
  void add_throw(ThreadEnd& end) {
    for (const auto& held : locks_.held())
      for (const Throw& thrown : run_.throws) {
        if (held.thread != end.id || thrown.thread != end.id || thrown.event <= held.event) continue;
        const SourcePlace place = place_of(thrown.where, {});
        end.left_by = type_name(thrown.type) + (*thrown.what ? std::string(" (") + thrown.what + ")" : "");
        if (place.line != 0) end.left_by += ", thrown at " + place.file + ":" + std::to_string(place.line);
      }
  }

  std::string lock_name(const LockTable::Holding& held) {
    Event taken = run_.events[held.event];
    const bool named = taken.object == held.lock;
    taken.object = held.lock;
    return words_.object_name(taken, named ? places_[held.event].variable : "");
  }

  // Where the thread was, and what it waited for if it could not go on. Only in a deadlock does everyone wait.
  void add_wait(const Event& pending, ThreadEnd& end, const ThreadSet& done) {
    if (pending.op == Op::kEnd || (pending.op == Op::kBegin && end.id != kMainThread)) return;
    // A thread inside a wait is about to give up waiting, or to look again: what it waits for is its last event.
    const bool inside = pending.op == Op::kTimeout || pending.op == Op::kYield;
    if (const Event* last = inside ? last_event(end.id) : nullptr) {
      end.place = places_[static_cast<size_t>(last - run_.events.data())];
      if (stuck()) end.waits_for = words_.wanted(*last, end.place.variable);
      return;
    }
    end.place = place_of(pending.position, run_.final_stack(end.id));
    const bool takes_lock = pending.op == Op::kLock || pending.op == Op::kReadLock;
    const auto* holder = takes_lock ? locks_.holder(pending.object) : nullptr;
    if (!stuck() && holder == nullptr && pending.op != Op::kJoin) return;
    end.waits_for = words_.wanted(pending, end.place.variable);
    if (holder == nullptr) return;
    end.waits_for += ", held by " + run_.thread_name(holder->thread);
    const SourcePlace& at = places_[holder->event];
    if (at.line != 0) end.waits_for += " since " + at.file + ":" + std::to_string(at.line);
    if (!done.test(holder->thread)) return;
    end.waits_for += ", which has ended";
    left_locked_ = run_.thread_name(end.id) + " waits for " + words_.wanted(pending, end.place.variable) + ", which " +
                   run_.thread_name(holder->thread) + " still held when it ended";
  }

  bool stuck() const { return finding_.kind == FindingKind::kDeadlock || finding_.kind == FindingKind::kLivelock; }

  const Event* last_event(ThreadId thread) const {
    for (size_t i = run_.events.size(); i-- > 0;)
      if (run_.events[i].thread == thread) return &run_.events[i];
    return nullptr;
  }

  void add_insight(Explanation& out) {
    out.shortened = insight_.shortened;
    out.fewest_switches = insight_.fewest_switches;
    out.always = insight_.always;
    if (!insight_.decisive || !row_of_.contains(insight_.decisive->event)) return;
    const DecisiveStep& step = *insight_.decisive;
    Decisive& decisive = out.decisive.emplace();
    decisive.row = row_of_[step.event];
    decisive.proven = step.proven;
    if (step.before && row_of_.contains(*step.before)) decisive.before = row_of_[*step.before];
    if (step.after && row_of_.contains(*step.after)) decisive.after = row_of_[*step.after];
    if (!step.other) return;
    std::string first = decisive.before ? line_of(out.rows[*decisive.before].place, out.place) : "";
    std::string last = decisive.after ? line_of(out.rows[*decisive.after].place, out.place) : "";
    if (step.after_pending && *step.other < run_.pending.size()) {
      const SourcePlace place = *step.other == finding_.thread
                                    ? out.place
                                    : place_of(run_.pending[*step.other].position, run_.final_stack(*step.other));
      last = line_of(place, out.place);
    }
    if (first == last && decisive.before) {  // the numbers alone do not say what is meant
      first += " (" + out.rows[*decisive.before].what + ")";
      if (decisive.after) last += " (" + out.rows[*decisive.after].what + ")";
      else last = "the next step in " + last;
    }
    const TraceRow& row = out.rows[decisive.row];
    const std::string here = line_of(row.place, out.place), other = run_.thread_name(*step.other);
    if (here.empty() || (first.empty() && last.empty())) return;
    decisive.words = here + " in " + row.thread + " came ";
    if (first.empty()) decisive.words += "before " + last + " of " + other;
    else if (last.empty()) decisive.words += "after " + first + " of " + other;
    else decisive.words += "between " + first + " and " + last + " of " + other;
  }

  // "line 12", or "list.h:12" in another file than the finding's.
  static std::string line_of(const SourcePlace& place, const SourcePlace& finding) {
    if (place.line == 0) return "";
    if (place.file == finding.file) return "line " + std::to_string(place.line);
    return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
  }

  const Finding& finding_;
  const RunRecord& run_;
  const Insight& insight_;
  Symbolizer symbolizer_;
  MemoryNames names_;
  EventWords words_;
  LockTable locks_;
  std::map<size_t, SourcePlace> places_;  // of each event
  std::string left_locked_;               // who waits for a lock whose owner has ended, in words
  std::map<size_t, size_t> row_of_;       // event -> row, of events that have one
};

}  // namespace

std::string row_words(const TraceRow& row) { return row.inside.empty() ? row.what : row.what + ", in " + row.inside; }

Explanation explain(const Finding& finding, const RunRecord& run, const Insight& insight) {
  return Explainer(finding, run, insight).explain();
}

}  // namespace heddle
