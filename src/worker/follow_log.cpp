#include "worker/follow_log.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace heddle {

// Asked in every run. No local statics: the functions that guard those are the runtime's.
static const bool logging = std::getenv("HEDDLE_FOLLOW_LOG") != nullptr;
static const bool acquiring = std::getenv("HEDDLE_FOLLOW_ACQUIRE") != nullptr;

bool logs_follow() { return logging; }
bool logs_follow_acquire() { return acquiring; }

// One line each: T term, E event, Q question, R the end of a run.
void log_follow(const Trace& trace) {
  const std::string name = std::getenv("HEDDLE_FOLLOW_LOG") + ("." + std::to_string(getpid()));
  std::FILE* file = std::fopen(name.c_str(), "a");
  if (file == nullptr) return;
  for (size_t i = 1; i < trace.terms.size(); ++i) {
    const Term& t = trace.terms[i];
    std::fprintf(file, "T %zu %d %d %u %u %u %lu\n", i, static_cast<int>(t.op), t.width, t.a, t.b, t.c, t.value);
  }
  size_t asked = 0;
  const auto log_questions = [&](size_t before) {
    for (; asked < trace.questions.size() && trace.questions[asked].before <= before; ++asked) {
      const Question& q = trace.questions[asked];
      std::fprintf(file, "Q %d %u %lu\n", q.thread, q.term, q.answer);
    }
  };
  for (size_t i = 0; i < trace.events.size(); ++i) {
    log_questions(i);
    const Event& e = trace.events[i];
    const Followed f = i < trace.followed.size() ? trace.followed[i] : Followed{};
    std::fprintf(file, "E %d %d %d %d %lu %u %lu %lu %u %u\n", e.thread, static_cast<int>(e.op), e.flags, e.order,
                 e.object, e.length, e.read, e.written, f.fills, f.term);
  }
  log_questions(trace.events.size());
  std::fprintf(file, "R %d %d %s\n", static_cast<int>(trace.outcome), trace.visibility_grew, trace.reason);
  std::fclose(file);
}

}  // namespace heddle
