// Alone: while the events of a run are gone through, whether the main thread is by itself: nobody was created, or all were joined.
// Then whatever it does comes before, or after, all that the others do, in every order of events.
#pragma once
#include "trace/event.h"

namespace heddle {

class Alone {
 public:
  void take(const Event& e) {
    if (e.op == Op::kCreate) ++others_;
    if (e.op == Op::kJoin) --others_;
  }
  bool at(const Event& e) const { return others_ == 0 && e.thread == kMainThread; }

 private:
  int others_ = 0;  // created and not joined
};

}  // namespace heddle
