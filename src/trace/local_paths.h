// The local paths of a run: per thread, what it did and was told, as one number. What it was told is what it asked about values that are
// followed (term.h), and the values of the others.
#pragma once
#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "trace/trace.h"

namespace heddle {

// Of each thread that did something, its number among them; two runs in which a thread has the same number did the same as far as
// that thread goes.
inline std::vector<uint64_t> local_paths(const Trace& trace) {
  uint64_t paths[kMaxThreads] = {};
  size_t asked = 0;
  const auto ask_until = [&](size_t event) {
    for (; asked < trace.questions.size() && trace.questions[asked].before <= event; ++asked) {
      const Question& q = trace.questions[asked];
      paths[q.thread] = mix(mix(paths[q.thread], q.position), q.answer);
    }
  };
  for (size_t i = 0; i < trace.events.size(); ++i) {
    ask_until(i);
    const Event& e = trace.events[i];
    const bool followed = i < trace.followed.size() && trace.followed[i].fills != 0;
    const bool told =
        !followed && e.op != Op::kWrite && e.op != Op::kSignal && e.op != Op::kInput && !(e.flags & kUnused);
    paths[e.thread] = mix(mix(paths[e.thread], mix(e.position, static_cast<uint64_t>(e.op))), told ? e.read : 0);
  }
  ask_until(SIZE_MAX);
  std::vector<uint64_t> all;
  for (size_t t = 0; t < kMaxThreads; ++t)
    if (paths[t] != 0) all.push_back(mix(paths[t], t));
  return all;
}

}  // namespace heddle
