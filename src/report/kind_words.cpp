// Other words for the kinds of findings, as other tools and people have them.
#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "report/kind_guide.h"

namespace heddle {
namespace {

struct Row {
  std::string_view word;
  FindingKind kind;
};
constexpr Row kWords[] = {
    {"data-race", FindingKind::kRace},
    {"race-condition", FindingKind::kRace},
    {"unsynchronized-access", FindingKind::kRace},
    {"assert", FindingKind::kAssertion},
    {"assertion-failure", FindingKind::kAssertion},
    {"assertion-failed", FindingKind::kAssertion},
    {"abort", FindingKind::kAssertion},
    {"sigabrt", FindingKind::kAssertion},
    {"lock-order", FindingKind::kDeadlock},
    {"lock-order-inversion", FindingKind::kDeadlock},
    {"lost-wakeup", FindingKind::kDeadlock},
    {"lost-wake-up", FindingKind::kDeadlock},
    {"hang", FindingKind::kDeadlock},
    {"null", FindingKind::kNullDereference},
    {"nullptr", FindingKind::kNullDereference},
    {"null-pointer", FindingKind::kNullDereference},
    {"null-pointer-dereference", FindingKind::kNullDereference},
    {"uaf", FindingKind::kUseAfterFree},
    {"heap-use-after-free", FindingKind::kUseAfterFree},
    {"dangling-pointer", FindingKind::kUseAfterFree},
    {"dangling", FindingKind::kUseAfterFree},
    {"bad-free", FindingKind::kInvalidFree},
    {"oob", FindingKind::kOutOfBounds},
    {"overflow", FindingKind::kOutOfBounds},
    {"buffer-overflow", FindingKind::kOutOfBounds},
    {"heap-buffer-overflow", FindingKind::kOutOfBounds},
    {"stack-buffer-overflow", FindingKind::kOutOfBounds},
    {"global-buffer-overflow", FindingKind::kOutOfBounds},
    {"out-of-bounds-access", FindingKind::kOutOfBounds},
    {"segfault", FindingKind::kCrash},
    {"segv", FindingKind::kCrash},
    {"sigsegv", FindingKind::kCrash},
    {"segmentation-fault", FindingKind::kCrash},
    {"signal", FindingKind::kCrash},
    {"stack-overflow", FindingKind::kCrash},
    {"memory-leak", FindingKind::kLeak},
    {"starvation", FindingKind::kLivelock},
    {"endless-loop", FindingKind::kLivelock},
    {"infinite-loop", FindingKind::kLivelock},
    {"spin", FindingKind::kLivelock},
    {"exception", FindingKind::kUncaughtException},
    {"terminate", FindingKind::kUncaughtException},
    {"std::terminate", FindingKind::kUncaughtException},
    {"mutex-misuse", FindingKind::kLockMisuse},
    {"unlock-of-unlocked", FindingKind::kLockMisuse},
    {"double-unlock", FindingKind::kLockMisuse},
    {"double-lock", FindingKind::kDeadlock},
    {"exit", FindingKind::kExitCode},
    {"exit-status", FindingKind::kExitCode},
    {"stack-use-after-return", FindingKind::kUseAfterReturn},
    {"stack-use-after-scope", FindingKind::kUseAfterScope},
};

std::string simple(const std::string& word) {
  std::string text;
  for (const char c : word)
    text += c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// How many letters to change, add or leave out.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::optional<FindingKind> kind_called(const std::string& word) {
  std::string text = simple(word);
  for (int plural = 0; plural < 2; ++plural) {
    if (const auto kind = finding_kind(text)) return kind;
    for (const Row& row : kWords)
      if (row.word == text) return row.kind;
    if (text.size() < 2 || text.back() != 's') break;
    text.pop_back();
  }
  return std::nullopt;
}

std::string nearest_kind(const std::string& word) {
  const std::string text = simple(word);
  std::string best;
  size_t least = SIZE_MAX;
  for (int k = 0; k < kFindingKindCount; ++k) {
    const char* name = heddle::name(static_cast<FindingKind>(k));
    if (const size_t d = distance(text, name); d < least) {
      least = d;
      best = name;
    }
  }
  return best;
}

}  // namespace heddle
