#include "runtime/body.h"

#include "heddle/body.h"

#include <cstdio>
#include <cstring>

#include "runtime/fiber.h"
#include "runtime/interpose.h"
#include "runtime/process.h"
#include "runtime/snapshot.h"

namespace heddle::rt {
namespace {

void (*body)(void*);
void* body_argument;
const char* (*explain)();
bool seeking;  // main was entered to look for the body, which was not reached yet

constexpr uint64_t kRoom = 256;  // between the frames that wait and the first one of a run

}  // namespace

bool seeking_body() { return seeking; }
bool has_body() { return body != nullptr; }

void body_seek() {
  fiber_prepare(kMainThread);
  seeking = true;
  g.mode = Mode::kStartup;
  switch_from_home(kMainThread);
}

void body_look() {
  program_start();
  static char text[700];
  snprintf(text, sizeof text, "the program ended before it reached heddle::check again: %s", worker_body());
  refuse(text);
}

void body_snapshot() {
  if (body == nullptr) return;
  const auto sp = at(g.thread[kMainThread].sp);
  fiber_set_base((sp - kRoom) & ~uint64_t{15});
  snapshot_add(sp, kStackBase + kStackSlot);
}

void body_main() {
  body(body_argument);
  process_end(0, 0);
}

const char* body_explanation() { return explain != nullptr ? explain() : nullptr; }

void refuse_early(const char* what) {
  static char text[700];
  snprintf(text, sizeof text, "%s %s", what,
           seeking ? "before heddle::check is reached" : "before main, in a constructor");
  refuse(text);
}

}  // namespace heddle::rt

using namespace heddle::rt;

HEDDLE_API heddle_body_state heddle_body_reached(const char* id) {
  if (!controlled()) return HEDDLE_BODY_TEST;
  if (running()) return HEDDLE_BODY_INSIDE;
  return strncmp(id, worker_body(), 511) == 0 ? HEDDLE_BODY_HERE : HEDDLE_BODY_OTHER;
}

HEDDLE_API void heddle_body_enter(void (*run)(void*), void* argument) {
  seeking = false;
  body = run;
  body_argument = argument;
  switch_home();
}

HEDDLE_API void heddle_body_explain(const char* (*by)()) { explain = by; }

HEDDLE_API void heddle_body_fail(const char* message, const void* position) {
  if (running()) fail(heddle::FindingKind::kAssertion, position != nullptr ? at(position) : HERE, "%s", message);
}
