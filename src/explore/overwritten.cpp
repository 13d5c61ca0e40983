#include "explore/overwritten.h"

#include <algorithm>

#include "explore/alone.h"
#include "explore/path.h"
#include "trace/dependence.h"

namespace heddle {
namespace {

constexpr uint64_t granule_of(uint64_t address) { return address >> 3 << 3; }

bool is_small_write(const Event& e) {
  return e.op == Op::kWrite && e.second == 0 && e.length > 0 && (e.object & 7) + e.length <= 8 &&
         !(e.flags & kInSection);
}

}  // namespace

// All that the event may touch is looked at by somebody.
void Overwritten::observe(const Event& e) {
  if (fault_ == Fault::kReadsUnobserved && e.op == Op::kRead) return;
  const uint64_t lock = dependence::lock_of(e);
  const auto mark = [&](uint64_t address, uint64_t length) {
    for (uint64_t g = granule_of(address); g < address + length; g += 8) places_[g].observed = true;
  };
  if (is_access(e.op)) mark(e.object, std::max<uint64_t>(e.length, 1));
  else if (dependence::class_of(e.op) != dependence::Class::kNothing) mark(e.object, 8);
  if (lock != 0) mark(lock, 8);
}

void Overwritten::look_at(const Event& e, bool alone) {
  if (!is_small_write(e)) {
    if (alone && e.op == Op::kRead) {
      for (uint64_t g = granule_of(e.object); g < e.object + std::max<uint64_t>(e.length, 1); g += 8)
        places_[g].read = true;
      return;
    }
    observe(e);
    return;
  }
  Place& place = places_[granule_of(e.object)];
  if (place.length == 0) place.address = e.object, place.length = e.length;
  if (place.address != e.object || place.length != e.length) place.observed = true;
}

bool Overwritten::learn(const Trace& trace) {
  Alone alone;
  for (const Event& e : trace.events) {
    if (e.flags & kScheduled) look_at(e, alone.at(e));
    alone.take(e);
  }
  // What threads would have done next: a read that waits, for instance, in a run that was cut short.
  for (const Event& e : trace.pending) look_at(e, false);
  bool held_true = true;
  overwritten_.assign(trace.events.size(), false);
  std::map<std::pair<uint64_t, ThreadId>, uint32_t> count;
  std::vector<uint32_t> number(trace.events.size());
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const Event& e = trace.events[i];
    // The main thread may have read in between: of its writes nothing is said.
    if ((e.flags & kScheduled) && is_small_write(e) && e.thread != kMainThread)
      number[i] = ++count[{granule_of(e.object), e.thread}];
  }
  for (const auto& [key, n] : count) {
    Place& place = places_[key.first];
    Writes& writes = place.by[key.second];
    if (writes.last.insert(n).second && n < writes.most && place.used) held_true = false;
    writes.most = std::max(writes.most, n);
  }
  for (auto& [granule, place] : places_) {
    if (place.used && place.observed) held_true = place.used = false;
    if (place.last_used && place.read) held_true = place.last_used = false;
  }
  for (size_t i = 0; i < trace.events.size(); ++i) {
    if (number[i] == 0) continue;
    Place& place = places_[granule_of(trace.events[i].object)];
    if (place.observed) continue;
    const bool last = fault_ != Fault::kLastOverwritten && place.by[trace.events[i].thread].last.contains(number[i]);
    if (last && place.read) continue;
    overwritten_[i] = place.used = true;
    place.last_used |= last;
  }
  return held_true;
}

void Overwritten::save(Writer& out) const {
  out.put<uint64_t>(places_.size());
  for (const auto& [granule, p] : places_) {
    out.put(granule), out.put(p.address), out.put(p.length);
    out.put(p.observed), out.put(p.read), out.put(p.used), out.put(p.last_used);
    out.put<uint64_t>(p.by.size());
    for (const auto& [thread, writes] : p.by) {
      out.put(thread), out.put(writes.most);
      out.put(std::vector<uint32_t>(writes.last.begin(), writes.last.end()));
    }
  }
}

bool Overwritten::load(Reader& in) {
  places_.clear();
  for (uint64_t n = in.get<uint64_t>(); in.ok() && n > 0; --n) {
    Place& p = places_[in.get<uint64_t>()];
    p.address = in.get<uint64_t>(), p.length = in.get<uint32_t>();
    p.observed = in.get<bool>(), p.read = in.get<bool>(), p.used = in.get<bool>(), p.last_used = in.get<bool>();
    for (uint64_t threads = in.get<uint64_t>(); in.ok() && threads > 0; --threads) {
      Writes& writes = p.by[in.get<ThreadId>()];
      writes.most = in.get<uint32_t>();
      const auto last = in.get_vector<uint32_t>();
      writes.last = {last.begin(), last.end()};
    }
  }
  return in.ok();
}

}  // namespace heddle
