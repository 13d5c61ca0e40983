#include "runtime/failure.h"

#include <sys/mman.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/body.h"
#include "runtime/debugger.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/modules.h"
#include "runtime/relevance.h"
#include "runtime/schedule.h"
#include "runtime/start.h"

// Debuggers stop here: the finding has just been made, and the caller's caller is the program.
extern "C" __attribute__((noinline, visibility("default"))) void __heddle_finding(const char* kind,
                                                                                  const char* message) {
  asm volatile("" : : "r"(kind), "r"(message) : "memory");
}

namespace heddle::rt {

State g;

namespace {

constexpr uint64_t kOursBase = 0x280000000000;
constexpr uint64_t kOursSize = uint64_t{1} << 40;
uint64_t ours_used;

struct Range {
  uint64_t begin, end;
};
Range our_ranges[8];
int our_range_count;

void store(FindingKind kind, ThreadId thread, uint64_t position, uint64_t object, const Culprit& culprit,
           const char* format, va_list arguments) {
  if (g.finding_count == 16) return;
  Finding& f = g.findings[g.finding_count++];
  f = Finding{};
  f.kind = kind;
  f.thread = thread;
  f.position = position;
  f.object = object;
  f.event = g.event_count;
  if (culprit.position != 0) {
    f.other = culprit.thread;
    f.has_other = culprit.thread != thread;
    f.other_position = culprit.position;
  }
  const Mode mode = g.mode;
  g.mode = Mode::kEngine;
  vsnprintf(f.message, sizeof f.message, format, arguments);
  g.mode = mode;
}

}  // namespace

[[noreturn]] static void fail_with(const Culprit& culprit, FindingKind kind, uint64_t position, const char* format,
                                   va_list arguments) {
  if (g.discovery && g.mode == Mode::kRun) {
    g.stopped_by_assume = true;
    block(Wait::kForever, 0);
  }
  store(kind, g.current, position, 0, culprit, format, arguments);
  const Finding& f = g.findings[g.finding_count - 1];
  if (g.options.detail && g.mode == Mode::kRun) capture_stack();
  show_debugger();
  __heddle_finding(name(kind), f.message);
  if (g.mode != Mode::kRun) {
    static char text[600];
    snprintf(text, sizeof text, "the program fails (%s: %s)", name(kind), f.message);
    refuse_early(text);
  }
  open_last_accesses();
  end_run(Outcome::kFinding);
}

void fail(FindingKind kind, uint64_t position, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail_with({}, kind, position, format, arguments);
}

void fail_after(const Culprit& culprit, FindingKind kind, uint64_t position, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail_with(culprit, kind, position, format, arguments);
}

void note_finding(FindingKind kind, ThreadId thread, uint64_t position, uint64_t object, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  store(kind, thread, position, object, {}, format, arguments);
  va_end(arguments);
  show_debugger();
  __heddle_finding(name(kind), g.findings[g.finding_count - 1].message);
}

void null_failure(uint64_t address, bool write, uint64_t position) {
  const char* what = write ? "write to" : "read of";
  if (address < 8) fail(FindingKind::kNullDereference, position, "%s address 0", what);
  fail(FindingKind::kNullDereference, position, "%s address %lu, just above a null pointer", what, address);
}

void wild_failure(uint64_t address, bool write, uint64_t position) {
  fail(FindingKind::kCrash, position, "%s address 0x%lx, which does not belong to the program",
       write ? "write to" : "read of", address);
}

void heap_failure(uint64_t address, uint64_t position) {
  BlockInfo b;
  if (!heap_find(address, &b))
    fail(FindingKind::kOutOfBounds, position, "access to heap memory at 0x%lx that was never allocated", address);
  if (address < b.begin + b.size) {  // the last byte of the access is meant
    fail_after({b.freed_by, b.freed_at}, FindingKind::kUseAfterFree, position,
               "access to byte %lu of a heap block of %lu bytes that was freed", address - b.begin, b.size);
  }
  fail(FindingKind::kOutOfBounds, position, "access %lu bytes behind the end of a heap block of %lu bytes",
       address - b.begin - b.size, b.size);
}

void uncontrolled(const char* format, ...) {
  if (g.reason[0] != 0) return;
  va_list arguments;
  va_start(arguments, format);
  const Mode mode = g.mode;
  g.mode = Mode::kEngine;
  vsnprintf(g.reason, sizeof g.reason, format, arguments);
  g.mode = mode;
  va_end(arguments);
}

void unsupported(uint64_t position, const char* format, ...) {
  char what[400];
  va_list arguments;
  va_start(arguments, format);
  const Mode mode = g.mode;
  g.mode = Mode::kEngine;
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  g.reason[0] = 0;
  const char* file = "";
  uint32_t line = 0;
  const char* function = "";
  if (describe_position(position, &file, &line, &function))
    snprintf(g.reason, sizeof g.reason, "%s (%s:%u)", what, file, line);
  else snprintf(g.reason, sizeof g.reason, "%s", what);
  g.mode = mode;
  if (g.mode != Mode::kRun) refuse(g.reason);
  end_run(Outcome::kUnsupported);
}

void step_limit() {
  const uint32_t steps = g.step_count;
  const Thread& t = self();
  const char *file = "", *function = "";
  uint32_t line = 0;
  bool known = false;
  for (int i = t.watches - 1; i >= 0 && !known; --i)
    known = describe_position(t.watch[i].loop, &file, &line, &function);
  if (known)
    limit_reached("a run reached the step limit of %u in the loop at %s:%u, in %s", steps, file, line, function);
  // No loop that is watched: where it was last.
  constexpr uint32_t kLook = 100;
  for (uint32_t i = g.event_count, end = i > kLook ? i - kLook : 0; i > end && !known; --i)
    known = g.events[i - 1].thread == g.current && describe_position(g.events[i - 1].position, &file, &line, &function);
  if (known)
    limit_reached("a run reached the step limit of %u, going round at %s:%u, in %s", steps, file, line, function);
  limit_reached("a run reached the step limit of %u", steps);
}

void limit_reached(const char* format, ...) {
  if (g.reason[0] == 0) {
    va_list arguments;
    va_start(arguments, format);
    PassThrough ours;
    vsnprintf(g.reason, sizeof g.reason, format, arguments);
    va_end(arguments);
  }
  end_run(Outcome::kStepLimit);
}

void end_run(Outcome outcome) {
  g.outcome = outcome;
  switch_home();
}

void* our_pages(uint64_t size) {
  if (ours_used == 0) {
    void* p = mmap(reinterpret_cast<void*>(kOursBase), kOursSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == MAP_FAILED) refuse("cannot reserve address space");
  }
  void* p = reinterpret_cast<void*>(kOursBase + ours_used);
  ours_used += (size + 4095) & ~uint64_t{4095};
  if (ours_used > kOursSize) refuse("the runtime ran out of its own address space");
  return p;
}

void add_our_memory(uint64_t begin, uint64_t end) {
  if (our_range_count < 8) our_ranges[our_range_count++] = {begin, end};
}

bool is_our_memory(uint64_t address, uint64_t size) {
  if (address < kOursBase + kOursSize && address + size > kOursBase) return true;
  if (address < kShadowBase + kLowEnd && address + size > kShadowBase) return true;
  for (int i = 0; i < our_range_count; ++i)
    if (address < our_ranges[i].end && address + size > our_ranges[i].begin) return true;
  return false;
}

}  // namespace heddle::rt
