#include "explore/unnoticed.h"

namespace heddle {

bool Unnoticed::learn(const Trace& trace) {
  bool held_true = true;
  roles_.clear();
  if (!in_use()) return true;
  roles_.resize(trace.events.size());
  if (options_.peek) {
    held_true &= sections_.learn(trace);
    for (size_t i = 0; i < trace.events.size(); ++i) {
      const uint64_t mutex = sections_.section_of(i);
      if (mutex == 0) continue;
      const Event& e = trace.events[i];
      roles_[i] = e.object != mutex     ? Role::kInside
                  : e.op == Op::kLock   ? Role::kOpens
                  : e.op == Op::kUnlock ? Role::kCloses
                                        : Role::kInside;
    }
  }
  if (options_.prune) {
    held_true &= overwritten_.learn(trace);
    for (size_t i = 0; i < trace.events.size(); ++i)
      if (overwritten_.is_overwritten(i) && roles_[i] == Role::kStep) roles_[i] = Role::kMuted;
  }
  return held_true;
}

void Unnoticed::save(Writer& out) const {
  if (options_.peek) sections_.save(out);
  if (options_.prune) overwritten_.save(out);
}

bool Unnoticed::load(Reader& in) {
  return (!options_.peek || sections_.load(in)) && (!options_.prune || overwritten_.load(in));
}

}  // namespace heddle
