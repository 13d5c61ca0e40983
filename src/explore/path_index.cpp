// See path_index.h.
#include "explore/path_index.h"

#include <algorithm>

#include "base/hash.h"
#include "explore/path_events.h"

namespace heddle {
namespace {

using Role = PathIndex::Role;

constexpr uint64_t place_of(uint64_t address) { return address / 8 + 1; }

Role role_at_object(const Event& e) {
  switch (class_of(e.op)) {
    case Class::kAccess: return dependence::writes(e) ? Role::kWrite : Role::kRead;
    case Class::kLock:
    case Class::kOnce:
      if (takes_lock(e)) return is_shared(e.op) ? Role::kTakeShared : Role::kTake;
      return e.flags & kFailed ? Role::kFailedTry : Role::kSync;
    case Class::kSemaphore:
      if (e.op == Op::kSemPost) return Role::kCalm;
      return e.flags & kFailed ? Role::kFailedTry : Role::kSync;
    case Class::kCondition: return uses_mutex(e.op) ? Role::kCalm : Role::kSync;
    case Class::kFutex: return e.op == Op::kFutexWait ? Role::kCalm : Role::kSync;
    default: return Role::kSync;
  }
}

// Roles that may conflict with this one.
constexpr uint32_t opponents(Role role) {
  constexpr uint32_t all = (1u << Role::kRoles) - 1;
  switch (role) {
    case Role::kRead: return all & ~(1u << Role::kRead);
    case Role::kWrite: return all;
    case Role::kTakeShared:
    case Role::kFailedTry:
    case Role::kCalm: return all & ~(1u << role);
    default: return all;
  }
}

bool touches_nothing(const Event& e) { return class_of(e.op) == Class::kNothing && e.op != Op::kTimeout; }

// Calls f(place, role) for each place the event touches; false, without a call, if they are too many.
template <class F>
bool for_each_touch(const Event& e, uint64_t most, F&& f) {
  if (touches_nothing(e)) return true;
  const uint64_t length = is_access(e.op) ? std::max(e.length, 1u) : 1;
  const uint64_t first = place_of(e.object), last = place_of(e.object + length - 1);
  if (last - first >= most) return false;
  const Role role = role_at_object(e);
  for (uint64_t place = first; place <= last; ++place) f(place, role);
  if (e.op == Op::kCondWait) f(place_of(e.second), Role::kSync);
  if (e.op == Op::kCondWake) f(place_of(e.second), Role::kTake);
  return true;
}

}  // namespace

void PathIndex::clear(size_t threads) {
  stride_ = threads;
  used_ = 0;
  any_wide_ = false;
  table_.assign(64, {});
  heads_.clear();
  nodes_.clear();
  first_node_.clear();
  lock_uses_.clear();
  threads_.clear();
  of_thread_.resize(threads);
  for (auto& events : of_thread_) events.clear();
}

size_t PathIndex::slot(uint64_t key) const {
  size_t at = mix(key) & (table_.size() - 1);
  while (table_[at].key != 0 && table_[at].key != key) at = (at + 1) & (table_.size() - 1);
  return at;
}

const PathIndex::Place* PathIndex::find(uint64_t key) const {
  const Place& place = table_[slot(key)];
  return place.key == 0 ? nullptr : &place;
}

PathIndex::Place& PathIndex::find_or_add(uint64_t key) {
  Place* place = &table_[slot(key)];
  if (place->key != 0) return *place;
  if (2 * ++used_ > table_.size()) {
    double_table();
    place = &table_[slot(key)];
  }
  place->key = key;
  place->lists = static_cast<uint32_t>(heads_.size());
  heads_.resize(heads_.size() + kRoles * stride_, kNone);
  return *place;
}

void PathIndex::double_table() {
  std::vector<Place> old(2 * table_.size());
  old.swap(table_);
  for (const Place& place : old)
    if (place.key != 0) table_[slot(place.key)] = place;
}

void PathIndex::add(uint64_t key, Role role, ThreadId thread) {
  Place& place = find_or_add(key);
  place.roles |= 1u << role;
  const auto list = static_cast<uint32_t>(place.lists + role * stride_ + thread);
  nodes_.push_back({static_cast<uint32_t>(first_node_.size() - 1), list, heads_[list]});
  heads_[list] = static_cast<uint32_t>(nodes_.size() - 1);
}

void PathIndex::push(const Event& event) {
  const auto k = static_cast<uint32_t>(first_node_.size());
  first_node_.push_back(static_cast<uint32_t>(nodes_.size()));
  threads_.push_back(event.thread);
  of_thread_[event.thread].push_back(k);
  lock_uses_.emplace_back();
  if (!for_each_touch(event, kManyPlaces, [&](uint64_t place, Role role) { add(place, role, event.thread); })) {
    any_wide_ = true;
    add(kWide, role_at_object(event), event.thread);
  }
  if (held_object(event) != 0) use_lock(event);
}

void PathIndex::use_lock(const Event& event) {
  const auto k = static_cast<uint32_t>(first_node_.size() - 1);
  LockUse& use = lock_uses_[k];
  use.lock = held_object(event);
  Place& place = find_or_add(place_of(use.lock));
  use.before = place.last_use;
  place.last_use = k;
  const size_t before = previous_on_lock(k);
  if (before != kNone) use.holds = lock_uses_[before].holds_after;
  use.holds_after = use.holds + takes_lock(event) - releases_lock(event);
}

size_t PathIndex::previous_on_lock(size_t k) const {
  size_t at = lock_uses_[k].before;
  while (at != kNone && lock_uses_[at].lock != lock_uses_[k].lock) at = lock_uses_[at].before;
  return at;
}

int PathIndex::holds_now(uint64_t lock) const {
  const Place* place = find(place_of(lock));
  size_t at = place == nullptr ? kNone : place->last_use;
  while (at != kNone && lock_uses_[at].lock != lock) at = lock_uses_[at].before;
  return at == kNone ? 0 : lock_uses_[at].holds_after;
}

void PathIndex::pop_to(size_t count) {
  if (count >= size()) return;
  for (size_t n = nodes_.size(); n-- > first_node_[count];) heads_[nodes_[n].list] = nodes_[n].previous;
  nodes_.resize(first_node_[count]);
  for (size_t k = size(); k-- > count;) {
    of_thread_[threads_[k]].pop_back();
    if (lock_uses_[k].lock != 0) table_[slot(place_of(lock_uses_[k].lock))].last_use = lock_uses_[k].before;
  }
  first_node_.resize(count);
  threads_.resize(count);
  lock_uses_.resize(count);
}

size_t PathIndex::first_after(ThreadId thread, size_t i) const {
  const std::vector<uint32_t>& events = of_thread_[thread];
  const auto at = std::upper_bound(events.begin(), events.end(), i);
  return at == events.end() ? kNone : *at;
}

void PathIndex::look(uint64_t key, uint32_t roles, ThreadId except) {
  const Place* place = find(key);
  if (place == nullptr) return;
  roles &= place->roles;
  for (uint32_t role = 0; roles >> role != 0; ++role) {
    if (!(roles >> role & 1)) continue;
    const uint32_t* heads = heads_.data() + place->lists + role * stride_;
    for (size_t t = 0; t < stride_; ++t)
      if (heads[t] != kNone && t != except) cursors_.push_back({heads[t], static_cast<ThreadId>(t)});
  }
}

void PathIndex::look_before(const Event& event) {
  cursors_.clear();
  everything_ = 0;
  except_ = event.thread;
  if (touches_nothing(event)) return;
  if (!for_each_touch(event, kManyPlaces,
                      [&](uint64_t place, Role role) { look(place, opponents(role), event.thread); }))
    everything_ = size();
  else if (any_wide_) look(kWide, opponents(Role::kWrite), event.thread);
}

void PathIndex::look_at(uint64_t address, uint32_t roles, ThreadId except) {
  cursors_.clear();
  everything_ = 0;
  look(place_of(address), roles, except);
}

size_t PathIndex::next(const uint32_t* past) {
  while (everything_ > 0) {
    const size_t i = --everything_;
    if (threads_[i] != except_ && (past == nullptr || past[threads_[i]] <= i)) return i;
  }
  Cursor* latest = nullptr;
  uint32_t event = 0;
  for (size_t c = 0; c < cursors_.size();) {
    const uint32_t i = nodes_[cursors_[c].node].event;
    if (past != nullptr && past[cursors_[c].thread] > i) {
      cursors_[c] = cursors_.back();
      cursors_.pop_back();
      continue;
    }
    if (latest == nullptr || i > event) {
      latest = &cursors_[c];
      event = i;
    }
    ++c;
  }
  if (latest == nullptr) return kNone;
  latest->node = nodes_[latest->node].previous;
  if (latest->node == kNone) {
    *latest = cursors_.back();
    cursors_.pop_back();
  }
  return event;
}

}  // namespace heddle
