// The table of the kinds of findings: their names, and a sentence for each.
#include "trace/finding.h"

namespace heddle {
namespace {

struct KindRow {
  const char* name;
  const char* meaning;
};
constexpr KindRow kKinds[] = {
    {"assertion", "an assertion of the program does not hold"},
    {"deadlock", "threads wait for each other and nobody can go on"},
    {"race", "two threads access the same memory at the same time, one of them writes, and one access is not atomic"},
    {"null-dereference", "memory is accessed through a null pointer"},
    {"use-after-free", "heap memory is accessed after it was freed"},
    {"double-free", "the same heap block is freed twice"},
    {"invalid-free", "a pointer is freed that no allocation returned"},
    {"out-of-bounds", "memory is accessed outside the heap block or variable that it belongs to"},
    {"crash", "the program was stopped by a signal"},
    {"leak", "a heap block is never freed and nothing points to it any more"},
    {"livelock", "a loop waits for a change that no thread can make any more"},
    {"uncaught-exception", "an exception left a thread, or std::terminate was called"},
    {"lock-misuse", "a lock or a thread handle is used against its rules"},
    {"exit-code", "the program ended with an exit code other than 0"},
    {"use-after-return", "a local variable is accessed after its function has returned or its thread has ended"},
    {"use-after-scope", "a local variable is accessed after the block that it was declared in was left"},
};
static_assert(sizeof kKinds / sizeof *kKinds == kFindingKindCount);

}  // namespace

const char* name(FindingKind kind) { return kKinds[static_cast<int>(kind)].name; }
const char* describe(FindingKind kind) { return kKinds[static_cast<int>(kind)].meaning; }

std::optional<FindingKind> finding_kind(std::string_view name) {
  for (int i = 0; i < kFindingKindCount; ++i)
    if (name == kKinds[i].name) return static_cast<FindingKind>(i);
  return std::nullopt;
}

}  // namespace heddle
