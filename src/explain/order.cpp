// The decisive event D changed something for somebody: look for the first later event of another thread that conflicts
// with it, or for one that was about to happen. If that thread had already used the same object before D, then D broke
// into what should have been one piece; such a thread is preferred. Otherwise its last event before D is named. If
// nobody conflicts later but the failing thread is another, then what it was about to do is what D spoiled.
// If nothing came after, D itself came too late, or too early, after an earlier event.
#include "explain/order.h"

#include "trace/dependence.h"

namespace heddle {
namespace {

bool about_same_object(const Event& a, const Event& b) {
  return dependence::overlap(a.object, a.length ? a.length : 1, b.object, b.length ? b.length : 1) &&
         !is_thread_structure(a.op);
}

class Order {
 public:
  Order(std::span<const Event> events, uint32_t at) : events_(events), at_(at) {}

  // The event of `thread` before the decisive one: on the object if `object`, else the last that could be scheduled.
  std::optional<uint32_t> before(ThreadId thread, bool object) const {
    for (uint32_t i = at_; i-- > 0;) {
      const Event& e = events_[i];
      if (e.thread == thread && (object ? about_same_object(e, events_[at_]) : (e.flags & kScheduled) != 0)) return i;
    }
    return std::nullopt;
  }

  bool conflicts_with_decisive(const Event& e) const {
    return e.thread != events_[at_].thread && conflicts(events_[at_], e);
  }

 private:
  std::span<const Event> events_;
  uint32_t at_;
};

}  // namespace

DecisiveStep order_that_decided(std::span<const Event> events, std::span<const Event> pending, const Finding& finding,
                                uint32_t at) {
  DecisiveStep step;
  step.event = at;
  const Order order(events, at);
  auto answer = [&](ThreadId other, bool object) {
    step.other = other;
    step.before = order.before(other, object);
  };
  for (const bool object : {true, false}) {
    for (uint32_t i = at + 1; i < events.size(); ++i) {
      const ThreadId other = events[i].thread;
      if (!order.conflicts_with_decisive(events[i]) || (object && !order.before(other, true))) continue;
      step.after = i;
      answer(other, object);
      return step;
    }
    for (const Event& next : pending) {
      if (!order.conflicts_with_decisive(next) || (object && !order.before(next.thread, true))) continue;
      step.after_pending = true;
      answer(next.thread, object);
      return step;
    }
  }
  if (finding.thread != events[at].thread && finding.kind != FindingKind::kDeadlock) {
    step.after_pending = true;
    answer(finding.thread, order.before(finding.thread, true).has_value());
    return step;
  }
  for (uint32_t i = at; i-- > 0;)
    if (order.conflicts_with_decisive(events[i])) {
      step.other = events[i].thread;
      step.before = i;
      return step;
    }
  return step;
}

}  // namespace heddle
