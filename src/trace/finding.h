// A finding: a bug of the program under test. The kinds stand in one table.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/thread_set.h"
#include "trace/term.h"

namespace heddle {

enum class FindingKind : uint8_t {
  kAssertion,
  kDeadlock,
  kRace,
  kNullDereference,
  kUseAfterFree,
  kDoubleFree,
  kInvalidFree,
  kOutOfBounds,
  kCrash,
  kLeak,
  kLivelock,
  kUncaughtException,
  kLockMisuse,
  kExitCode,
  kUseAfterReturn,
  kUseAfterScope,
};
inline constexpr int kFindingKindCount = static_cast<int>(FindingKind::kUseAfterScope) + 1;

// The kind's name in reports, JSON and on the command line, such as "use-after-free".
const char* name(FindingKind kind);
// One sentence on what the kind means, for people.
const char* describe(FindingKind kind);
std::optional<FindingKind> finding_kind(std::string_view name);

// Plain data: written by the runtime, also from a signal handler, and read from shared memory.
struct Finding {
  FindingKind kind = FindingKind::kAssertion;
  ThreadId thread = 0;  // the thread that failed
  ThreadId other = 0;   // the second thread involved, if `has_other`
  bool has_other = false;
  uint32_t event = 0;     // how many events had happened
  uint64_t position = 0;  // as Event::position
  uint64_t other_position = 0;
  uint64_t object = 0;               // address or lock it is about
  uint32_t loop = 0;                 // Schedule::loop of that run: what comes from that step on repeats itself for ever
  Follow follow = Follow::kNothing;  // in the run that showed it: a replay has to do the same
  char message[443] = {};            // without thread names and source positions; those are added by reports
};
static_assert(sizeof(Finding) == 480);

}  // namespace heddle
