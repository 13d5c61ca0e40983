#include "causal/trace_cone.h"

#include <algorithm>

namespace heddle::causal {

using dependence::Class;

namespace {

// Does it change what others can see of the cell?
bool changes(const TraceModel& model, const Act& a, CellId c) {
  if (a.pending) return false;
  switch (model.what(c)) {
    case Class::kAccess: return writes_memory(a);
    case Class::kCondition: return a.op == Op::kSignal || a.op == Op::kBroadcast || a.op == Op::kWrite;
    default: return !(a.flags & kFailed) && !(a.op == Op::kOnceEnter && a.told == 0);
  }
}

}  // namespace

void TraceCone::compute(const TraceModel& model, const Question& question) {
  model_ = &model;
  question_ = question;
  threads_ = static_cast<size_t>(model.threads());
  end_.resize(threads_);
  for (size_t t = 0; t < threads_; ++t) end_[t] = model.first(static_cast<int>(t));
  looked_ = end_;
  watched_.assign(model.cells(), 0);
  strict_.assign(model.cells(), 0);
  written_.assign(question.freedom != nullptr ? question.freedom->sites() : 0, 0);
  unwatched_.clear();
  const Act& asked = model[question.act];
  extend(asked.thread, question.act);
  look(asked, question.answer);
  if (question.freed)
    for (ActId id : model.touching(asked.cell))
      if (model[id].op == Op::kFree && !model[id].pending) extend(model[id].thread, id + 1);
  do {
    for (bool more = true; more;) {
      more = false;
      for (size_t t = 0; t < threads_; ++t)
        while (looked_[t] < end_[t]) {
          const Act& a = model[looked_[t]++];
          look(a, a.told);
          more = true;
        }
    }
  } while (watch_what_is_fed() || leave_locks());
  note_last();
}

void TraceCone::extend(int t, ActId to) {
  const Act& asked = (*model_)[question_.act];
  if (t == asked.thread) to = std::min(to, question_.act);
  ActId& end = end_[static_cast<size_t>(t)];
  if (const ActId creator = model_->creator(t); creator != kNoAct && (to > end || t == asked.thread)) {
    const int by = (*model_)[creator].thread;
    if (creator >= end_[static_cast<size_t>(by)]) extend(by, creator + 1);
  }
  end = std::max(end, to);
}

void TraceCone::watch(CellId c) {
  if (watched_[c]) return;
  watched_[c] = 1;
  if (question_.freedom != nullptr) note_written(c);
  for (ActId id : model_->touching(c)) {
    const Act& a = (*model_)[id];
    if (changes(*model_, a, c)) extend(a.thread, id + 1);
  }
}

// What is written to a cell that is looked at must be known.
void TraceCone::note_written(CellId c) {
  for (ActId id : model_->touching(c))
    if (writes_memory((*model_)[id])) written_[question_.freedom->site(id)] = 1;
}

// Reads that may be told anything, but for what they feed. True if one has to be watched.
bool TraceCone::watch_what_is_fed() {
  if (question_.freedom == nullptr) return false;
  const Freedom& freedom = *question_.freedom;
  bool grew = false;
  std::erase_if(unwatched_, [&](ActId id) {
    const uint32_t site = freedom.site(id);
    for (uint32_t w = 0; w < freedom.sites(); ++w)
      if (written_[w] && freedom.site_feeds(site, w)) {
        watch((*model_)[id].cell);
        grew = true;
        return true;
      }
    return false;
  });
  return grew;
}

void TraceCone::look(const Act& a, uint64_t told) {
  switch (a.op) {
    case Op::kRead:
    case Op::kRmw:
      if (a.blind) break;
      if (const auto id = static_cast<ActId>(&a - &(*model_)[0]);
          a.op == Op::kRead && id != question_.act && question_.may_deviate(*model_, id))
        unwatched_.push_back(id);
      else watch(a.cell);
      break;
    case Op::kWrite:  // what is made there must be known
      if (a.list_size != 0 && question_.freedom != nullptr)
        written_[question_.freedom->site(static_cast<ActId>(&a - &(*model_)[0]))] = 1;
      break;
    case Op::kTryLock:
    case Op::kTryReadLock:
      if (told != 0) strict_[a.cell] = 1, watch(a.cell);
      break;
    case Op::kSemTryWait:
      if (told != 0) strict_[a.cell] = 1;
      watch(a.cell);
      break;
    case Op::kCondWake:
    case Op::kSemWait:
    case Op::kBarrier:
    case Op::kOnceEnter:
    case Op::kFutexWake: watch(a.cell); break;
    case Op::kFutexWait: watch(a.cell), watch(a.second_cell); break;
    case Op::kJoin:
      if (a.object < threads_) extend(static_cast<int>(a.object), model_->end(static_cast<int>(a.object)));
      break;
    case Op::kAwait:
      for (const Wakeup& w : model_->wakeups(a)) watch(w.place.cell);
      break;
    default: break;
  }
}

// A thread that stops holding a lock, or within an atomic section, goes on until it has left it. True if one had to.
bool TraceCone::leave_locks() {
  bool grew = false;
  for (int t = 0; t < static_cast<int>(threads_); ++t) {
    if (t == (*model_)[question_.act].thread) continue;
    held_.clear();
    ActId leave = end(t);
    for (ActId id = model_->first(t); id < model_->end(t); ++id) {
      if (id >= end(t) && held_.empty()) break;
      const Act& a = (*model_)[id];
      if (a.pending) break;
      const bool takes = takes_lock(a.op);
      if (!takes && !releases_lock(a.op)) continue;
      if (has_answer(a.op) && a.told != 0) continue;  // it failed
      const CellId lock = a.second_cell != kNoCell ? a.second_cell : a.cell;
      const auto found = std::find_if(held_.begin(), held_.end(), [&](const auto& h) { return h.first == lock; });
      if (takes && found == held_.end()) held_.emplace_back(lock, 1);
      else if (takes) ++found->second;
      else if (found != held_.end() && --found->second == 0) {
        held_.erase(found);
        if (id >= end(t)) leave = id + 1;
      }
    }
    while (leave < model_->end(t) && ((*model_)[leave].flags & kInSection)) ++leave;
    if (leave > end(t)) {
      extend(t, leave);
      grew = true;
    }
  }
  return grew;
}

void TraceCone::note(ActId id, const Act& a) {
  const auto touch = [&](std::vector<ActId>& last, CellId c) { last[c * threads_ + a.thread] = id + 1; };
  if (a.cell != kNoCell) touch(last_touch_, a.cell);
  if (a.second_cell != kNoCell) touch(last_touch_, a.second_cell);
  if (a.op == Op::kAwait) {
    for (const Wakeup& w : model_->wakeups(a)) touch(last_touch_, w.place.cell), touch(last_look_, w.place.cell);
  } else {
    for (CellId c : model_->list(a)) touch(last_touch_, c);
  }
  if ((a.op == Op::kRead || a.op == Op::kRmw) && !a.blind) touch(last_look_, a.cell);
  if (a.op == Op::kFutexWait) touch(last_look_, a.second_cell);
}

void TraceCone::note_last() {
  last_touch_.assign(model_->cells() * threads_, 0);
  last_look_.assign(model_->cells() * threads_, 0);
  for (size_t t = 0; t < threads_; ++t)
    for (ActId id = model_->first(static_cast<int>(t)); id < end_[t]; ++id) note(id, (*model_)[id]);
  note(question_.act, (*model_)[question_.act]);
}

}  // namespace heddle::causal
