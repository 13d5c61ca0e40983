// KindSet: the kinds of findings that a check is to prove the absence of (--check).
//
//   const auto kinds = KindSet::parse("assertion,deadlock");
//   if (kinds && !kinds->has(FindingKind::kRace)) …
#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "trace/finding.h"

namespace heddle {

class KindSet {
 public:
  constexpr KindSet() = default;  // all of them
  constexpr KindSet(std::initializer_list<FindingKind> kinds) : bits_(0) {
    for (FindingKind k : kinds) bits_ |= bit(k);
  }

  constexpr bool has(FindingKind kind) const { return bits_ & bit(kind); }
  constexpr bool is_all() const { return bits_ == kAll; }
  constexpr bool meets(KindSet other) const { return bits_ & other.bits_; }
  friend constexpr bool operator==(const KindSet&, const KindSet&) = default;

  // "all", or names separated by commas; "memory" stands for all kinds of memory errors. Nothing if a word is none.
  static std::optional<KindSet> parse(std::string_view text) {
    if (text == "all") return KindSet();
    KindSet set{};
    set.bits_ = 0;
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(','));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      if (word == "memory") set.bits_ |= memory().bits_;
      else if (const auto kind = finding_kind(word)) set.bits_ |= bit(*kind);
      else return std::nullopt;
    }
    if (set.bits_ == 0) return std::nullopt;
    return set;
  }
  std::string text(const char* between = ",") const {
    if (is_all()) return "all";
    std::string words;
    for (int k = 0; k < kFindingKindCount; ++k)
      if (has(static_cast<FindingKind>(k)))
        words += (words.empty() ? "" : between) + std::string(name(static_cast<FindingKind>(k)));
    return words;
  }

  constexpr uint32_t bits() const { return bits_; }
  static constexpr KindSet of_bits(uint64_t bits) {
    KindSet set;
    set.bits_ = static_cast<uint32_t>(bits) & kAll;
    return set;
  }

  static constexpr KindSet memory() {
    using enum FindingKind;
    return {kNullDereference, kUseAfterFree, kDoubleFree,     kInvalidFree,
            kOutOfBounds,     kCrash,        kUseAfterReturn, kUseAfterScope};
  }

 private:
  static constexpr uint32_t bit(FindingKind kind) { return uint32_t{1} << static_cast<int>(kind); }
  static constexpr uint32_t kAll = (uint32_t{1} << kFindingKindCount) - 1;

  uint32_t bits_ = kAll;
};

}  // namespace heddle
