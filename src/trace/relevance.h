// Which accesses are scheduling choices (--relevance; docs/relevance.md).
//
//   RelevanceOptions o = *RelevanceOptions::parse("hybrid");
//
// An access that is no choice still happens, and is an event: nobody else is asked before it.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle {

struct RelevanceOptions {
  enum class Future : uint8_t {
    kUnknown,  // others may access anything that they can reach
    kFields,   // only what static facts say that they may still access; of arrays, anything that they can reach
    kHybrid,   // likewise with elements of arrays
  };

  bool everything = false;  // all memory that is not provably private is looked at, not only what was seen to be shared
  bool reachable = false;   // an access to what no other thread can reach is no choice
  Future future = Future::kUnknown;
  bool arrays = true;  // false: accesses to elements of arrays are no choices. Unsound; what other tools do

  // Is there anything to find out before an access?
  bool asks() const { return reachable || future != Future::kUnknown || !arrays; }
  // Does it need facts of the program?
  bool wants_facts() const { return future != Future::kUnknown || !arrays; }

  static std::optional<RelevanceOptions> parse(std::string_view text) {
    using enum Future;
    if (text == "seen") return RelevanceOptions{};
    if (text == "all") return RelevanceOptions{.everything = true};
    if (text == "heap") return RelevanceOptions{.everything = true, .reachable = true};
    if (text == "fields") return RelevanceOptions{.everything = true, .reachable = true, .future = kFields};
    if (text == "hybrid") return RelevanceOptions{.everything = true, .reachable = true, .future = kHybrid};
    if (text == "seen+hybrid") return RelevanceOptions{.reachable = true, .future = kHybrid};
    return std::nullopt;
  }
};

}  // namespace heddle
