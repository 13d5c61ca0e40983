// Everything is found in one pass or two over the rows, with tables keyed by memory granules of eight bytes and by
// objects, since a run may have tens of thousands of rows.
#include "report/row_links.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "trace/dependence.h"
#include "trace/happens_before.h"

namespace heddle {
namespace {

using dependence::Class;
using dependence::class_of;

constexpr uint64_t kMostGranules = 512;  // of one access; a larger one is taken to touch its first bytes only

template <class F>
void for_each_granule(const Event& e, F&& f) {
  const uint64_t first = e.object >> 3, last = (e.object + std::max(e.length, 1u) - 1) >> 3;
  for (uint64_t g = first; g <= last && g - first < kMostGranules; ++g) f(g);
}

// Two rows of different threads at one place, one of which changes it.
class Sharing {
 public:
  void add(const Event& e) {
    if (class_of(e.op) == Class::kNothing) return;
    for_each_granule(e, [&](uint64_t g) {
      Users& users = users_[g];
      users.all.set(e.thread);
      if (changes(e)) users.changers.set(e.thread);
    });
  }
  bool shared(const Event& e) const {
    bool found = false;
    ThreadSet self;
    self.set(e.thread);
    for_each_granule(e, [&](uint64_t g) {
      const auto users = users_.find(g);
      if (users != users_.end()) found |= ((changes(e) ? users->second.all : users->second.changers) - self).any();
    });
    return found;
  }

 private:
  struct Users {
    ThreadSet all, changers;
  };
  static bool changes(const Event& e) { return class_of(e.op) != Class::kAccess || dependence::writes(e); }

  std::unordered_map<uint64_t, Users> users_;
};

// Which row each row sees the effect of.
class Sources {
 public:
  explicit Sources(const std::vector<Event>& events) : events_(events) {}

  std::optional<size_t> next(const TraceRow& row, size_t index) {
    const Event& e = events_[row.event];
    const std::optional<size_t> source = source_of(e);
    note(e, index);
    last_of_[e.thread] = index;
    if (source && events_[rows_[*source]].thread == e.thread) return std::nullopt;
    return source;
  }
  void add_row(const TraceRow& row) { rows_.push_back(row.event); }

 private:
  std::optional<size_t> find(const auto& table, const auto& key) const {
    const auto found = table.find(key);
    return found == table.end() ? std::nullopt : std::optional(found->second);
  }

  std::optional<size_t> source_of(const Event& e) {
    std::optional<size_t> source;
    if (e.op == Op::kRead || e.op == Op::kRmw)
      for_each_granule(e, [&](uint64_t g) {
        const auto writer = find(writers_, g);
        if (writer && (!source || *writer > *source)) source = writer;
      });
    else if (e.op == Op::kCondWake) source = find(woken_, e.thread);
    else if (e.op == Op::kJoin) source = find(last_of_, static_cast<ThreadId>(e.object));
    else if (!(e.flags & kFailed)) source = find(released_, std::pair(class_of(e.op), e.object));
    if (!source && !last_of_.contains(e.thread)) source = find(created_, e.thread);
    return source;
  }

  void note(const Event& e, size_t index) {
    switch (e.op) {
      case Op::kWrite:
      case Op::kRmw:
      case Op::kFree:
        if (dependence::writes(e)) for_each_granule(e, [&](uint64_t g) { writers_[g] = index; });
        break;
      case Op::kCreate: created_[static_cast<ThreadId>(e.object)] = index; break;
      case Op::kUnlock: released_[{Class::kLock, e.object}] = index; break;
      case Op::kCondWait:
        released_[{Class::kLock, e.second}] = index;
        waiting_[e.object].set(e.thread);
        break;
      case Op::kSemPost: released_[{Class::kSemaphore, e.object}] = index; break;
      case Op::kOnceLeave: released_[{Class::kOnce, e.object}] = index; break;
      case Op::kFutexWake: released_[{Class::kFutex, e.object}] = index; break;
      case Op::kSignal:
        if (e.read > 0) woken_[static_cast<ThreadId>(e.read - 1)] = index;
        break;
      case Op::kBroadcast:
        waiting_[e.object].for_each([&](ThreadId t) { woken_[t] = index; });
        waiting_[e.object].clear();
        break;
      default: break;
    }
  }

  const std::vector<Event>& events_;
  std::vector<uint32_t> rows_;                             // row -> event
  std::unordered_map<uint64_t, size_t> writers_;           // granule -> row that wrote it last
  std::map<std::pair<Class, uint64_t>, size_t> released_;  // object -> row that let others go on
  std::map<ThreadId, size_t> created_, woken_, last_of_;   // thread -> row that created it, woke it, was its last
  std::map<uint64_t, ThreadSet> waiting_;                  // condition -> threads that started to wait
};

// Which rows happen after what they see. False if there was no room for all of the run.
bool mark_synchronised(const RunRecord& run, std::vector<TraceRow>& rows, size_t threads, size_t slots) {
  HappensBefore order;
  order.reset(threads, slots);
  size_t next = 0;
  for (size_t i = 0; i < run.events.size(); ++i) {
    if (!order.take(run.events[i], i)) return false;
    for (; next < rows.size() && rows[next].event <= i; ++next) {
      TraceRow& row = rows[next];
      if (row.event == i && row.sees)
        row.synchronises = order.before(rows[*row.sees].event, rows[*row.sees].thread_id, row.thread_id);
    }
  }
  return true;
}

}  // namespace

void link_rows(const RunRecord& run, std::vector<TraceRow>& rows) {
  std::unordered_map<uint32_t, bool> preempting;  // events of steps that left a thread which could have gone on
  int last = -1;
  for (const Step& step : run.steps) {
    if (step.kind != Step::kThread) continue;
    preempting[step.event] = last >= 0 && last != step.pick && step.enabled.test(static_cast<ThreadId>(last));
    last = step.pick;
  }
  Sharing sharing;
  for (const TraceRow& row : rows) sharing.add(run.events[row.event]);
  for (const Event& e : run.pending) sharing.add(e);
  Sources sources(run.events);
  for (size_t i = 0; i < rows.size(); ++i) {
    TraceRow& row = rows[i];
    row.takes_over = i > 0 && rows[i - 1].thread_id != row.thread_id;
    row.preempts = row.takes_over && preempting[row.event];
    row.matters = is_thread_structure(row.op) || sharing.shared(run.events[row.event]);
    sources.add_row(row);
    row.sees = sources.next(row, i);
  }
  constexpr size_t kMostSlots = 1 << 22;
  for (size_t slots = 1 << 12; slots <= kMostSlots; slots *= 4)
    if (mark_synchronised(run, rows, kMaxThreads, slots)) break;
}

}  // namespace heddle
